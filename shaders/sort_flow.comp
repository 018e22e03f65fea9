#version 450
#extension GL_GOOGLE_include_directive : require

// Counts the digits of keys in blocks of `step` keys, which shows where a pass of a radix sort
// moves them. One invocation owns a key. Sums do not depend on the order of invocations.
#include "invocation.glsl"
#include "sort_view.glsl"

layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) buffer Flow { uint flow[]; }; // by block, then by digit; must be zero before

void main() {
	uint i = invocation();
	if (i >= count)
		return;
	atomicAdd(flow[(i / step) << bits | digit_of(ORDER_AT(keys, i))], 1);
}
