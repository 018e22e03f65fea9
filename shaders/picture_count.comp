#version 450
#extension GL_GOOGLE_include_directive : require

// Counts the tiles of each element: its pairs. One invocation owns an element.
layout(std430, binding = 0) readonly buffer Elements { uvec4 elements[]; };
layout(std430, binding = 1) readonly buffer Links { uint links[]; };
layout(std430, binding = 2) readonly buffer Depths { uint depths[]; };
layout(std430, binding = 3) readonly buffer Resolved { vec4 resolved[]; };
layout(std430, binding = 4) writeonly buffer Counts { uint counts[]; };

#include "picture_bins.glsl"

void main() {
	uint e = invocation();
	if (e >= elements_count)
		return;
	uvec4 t = tiles_of_element(e);
	counts[e] = (t.z - t.x) * (t.w - t.y);
}
