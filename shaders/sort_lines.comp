#version 450
#extension GL_GOOGLE_include_directive : require

// Finds the position to which a pass of a radix sort moves the first key of each block of `step`
// keys: the prefix of its digit plus the number of earlier keys with that digit. One invocation
// owns a block.
#include "invocation.glsl"
#include "sort_view.glsl"

layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };     // before the pass
layout(std430, binding = 1) readonly buffer Flow { uint flow[]; };     // counts of these keys, by block, then by digit
layout(std430, binding = 2) readonly buffer Prefix { uint prefix[]; };
layout(std430, binding = 3) writeonly buffer Lines { uvec2 lines[]; }; // position in the sorted array, digit

void main() {
	uint block = invocation();
	if (block * step >= count)
		return;
	uint digit = digit_of(ORDER_AT(keys, block * step));
	uint to = prefix[at + stride * digit];
	for (uint b = 0; b < block; b++) // at most 64
		to += flow[b << bits | digit];
	lines[block] = uvec2(to, digit);
}
