#version 450
#extension GL_GOOGLE_include_directive : require

// Counts the pairs of each step with tiles. One invocation owns a step.
layout(std430, binding = 0) readonly buffer Owners { uint owners[]; }; // element of each step; for an end, its begin
layout(std430, binding = 1) readonly buffer Depths { uint depths[]; };
layout(std430, binding = 2) readonly buffer Resolved { vec4 resolved[]; };
layout(std430, binding = 3) writeonly buffer Counts { uint counts[]; };

#include "picture_bins.glsl"

void main() {
	uint s = first + invocation();
	if (s >= steps_count)
		return;
	uvec4 t = tiles_of(s);
	counts[s] = (t.z - t.x) * (t.w - t.y);
}
