#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"

// Writes the lengths of the pairs of a single search. One invocation owns a pair.
layout(std430, binding = 0) readonly buffer Levels { uint level_of[]; };
layout(std430, binding = 1) readonly buffer Pairs { uvec2 pair[]; }; // destination, column
layout(std430, binding = 2) writeonly buffer Lengths { uint lengths[]; };
layout(push_constant) uniform Args { uint first_pair; uint count; };

void main() {
	if (invocation() < count)
		lengths[first_pair + invocation()] = level_of[pair[first_pair + invocation()].x];
}
