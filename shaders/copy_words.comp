#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"

// Copies an array. One invocation owns four words, the most that memory moves in one access, so no
// kernel that reads and writes an array is faster.
layout(std430, binding = 0) readonly buffer From { uvec4 from[]; };
layout(std430, binding = 1) writeonly buffer To { uvec4 to[]; };
layout(push_constant) uniform Args { uint fours; };

void main() {
	uint i = invocation();
	if (i < fours)
		to[i] = from[i];
}
