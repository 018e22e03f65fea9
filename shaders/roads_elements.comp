#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"
#include "roads.glsl"
#include "element.glsl"

// Lays out what quads are drawn from, in the order of painting. One invocation owns
// a key; those that fill up the last instance of the draw write what has no area.
layout(std430, binding = 0) readonly buffer Segments { Segment segments[]; };
layout(std430, binding = 1) readonly buffer Payload { uint payload[]; };
layout(std430, binding = 2) readonly buffer Count { uint keys_count; };
layout(std430, binding = 3) readonly buffer Widths { float widths[]; }; // by class
layout(std430, binding = 4) readonly buffer Colours { uint colours[]; };
layout(std430, binding = 5) writeonly buffer Elements { Element elements[]; };
#include "colour.glsl"

void main() {
	uint i = invocation();
	if (i < keys_count) {
		Segment s = segments[payload[i] >> 1];
		bool fill = (payload[i] & 1) != 0;
		uint class_ = class_of(s.kind);
		elements[i] = element_of(s, widths[class_] + (fill ? 0.0 : widen), fill ? road_packed(s.node, class_) : rim & 0xffffffu);
	} else if (i < (keys_count + CHUNK - 1) / CHUNK * CHUNK) {
		elements[i] = Element(vec2(0), vec2(0), 0, 0, 0, 0);
	}
}
