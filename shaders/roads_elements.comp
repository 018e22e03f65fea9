#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"
#include "roads.glsl"
#include "element.glsl"

// Lays out what quads are drawn from, in the order of painting. One invocation owns
// a key; those that fill up the last instance of the draw write what has no area.
layout(std430, binding = 0) readonly buffer Segments { Segment segments[]; };
layout(std430, binding = 1) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 2) readonly buffer Payload { uint payload[]; };
layout(std430, binding = 3) readonly buffer Count { uint keys_count; };
layout(std430, binding = 4) readonly buffer Widths { float widths[]; }; // by class
layout(std430, binding = 5) readonly buffer Colours { uint colours[]; };
layout(std430, binding = 6) writeonly buffer Elements { Element elements[]; };
#include "colour.glsl"

layout(constant_id = 1) const uint SIDE = 128; // of the squares below; 1 leaves every element in its place

// The place of element i. Those with equal keys may lie in any order that is always
// the same, and neighbours on the map are better apart: a pixel that is blended waits
// for the one drawn there before, if that is still under way. So SIDE * SIDE elements
// that all have the same key are transposed as a square. (On an NVIDIA H200 two million
// points took 7.6 ms in a scrambled order, 11.6 in that of the map.)
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
