#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"

// Stores words at distinct indices of an array. One invocation owns one word.
layout(std430, binding = 0) readonly buffer Pairs { uvec2 pairs[]; }; // index, word
layout(std430, binding = 1) writeonly buffer To { uint to[]; };
layout(push_constant) uniform Args { uint count; };

void main() {
	uint i = invocation();
	if (i < count)
		to[pairs[i].x] = pairs[i].y;
}
