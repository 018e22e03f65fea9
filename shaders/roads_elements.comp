#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"
#include "roads.glsl"
#include "element.glsl"

// Lays out the elements of quads in painting order. One invocation owns a key. Invocations that
// fill up the last instance of the draw write elements without an area.
layout(std430, binding = 0) readonly buffer Segments { Segment segments[]; };
layout(std430, binding = 1) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 2) readonly buffer Payload { uint payload[]; };
layout(std430, binding = 3) readonly buffer Count { uint keys_count; };
layout(std430, binding = 4) readonly buffer Widths { float widths[]; }; // by class
layout(std430, binding = 5) readonly buffer Colours { uint colours[]; };
layout(std430, binding = 6) writeonly buffer Elements { Element elements[]; };
#include "colour.glsl"

layout(constant_id = 1) const uint SIDE = 128; // side of the squares described below; 1 leaves every element in its position

// Returns the position of element i. Elements with equal keys may have any fixed order, and
// neighbours on the map should be far apart, because a blended pixel waits for a preceding draw to
// the same place that is still in progress. So SIDE * SIDE elements that all have the same key are
// transposed as a square (docs/measured/pictures.md, "Draw keys").
uint place(uint i) {
	uint j = i % (SIDE * SIDE), first = i - j, last = first + SIDE * SIDE - 1;
	return last < keys_count && keys[first] == keys[last] ? first + j % SIDE * SIDE + j / SIDE : i;
}

void main() {
	uint i = invocation();
	if (i < keys_count) {
		Segment s = segments[payload[i] >> 1];
		bool fill = (payload[i] & 1) != 0;
		uint class_ = class_of(s.kind);
		elements[place(i)] = element_of(on_screen(s.a), on_screen(s.b), widths[class_] + (fill ? 0.0 : widen),
			fill ? road_packed(s.node, class_) : rim & 0xffffffu);
	} else if (i < (keys_count + CHUNK - 1) / CHUNK * CHUNK) {
		elements[i] = Element(vec2(0), vec2(0), 0, 0, 0, 0);
	}
}
