#version 450
#extension GL_GOOGLE_include_directive : require
#define STATE 1
#include "bfs_rows.glsl"

// Counts for each column the nodes that its search has seen, after a level. WORDS
// invocations beside each other own the words of the rows of up to 255 nodes, and
// add up each of the 32 bits together: plane i holds bit i of 32 sums.
layout(std430, binding = 0) readonly buffer Rows { uint rows[]; };
layout(std430, binding = 2) buffer Totals { uint totals[]; }; // of each level after base, of each column
layout(push_constant) uniform Args {
	uint nodes;  // those with edges; they come first
	uint stripe; // of an invocation, at most 255
	uint ahead;  // levels after base
};

const uint PLANES = 8;
shared uint sums[32 * WORDS];

void main() {
	if (!has_changed(ahead))
		return;
	uint t = gl_LocalInvocationID.x, size = gl_WorkGroupSize.x, word = t % WORDS, teams = size / WORDS;
	for (uint column = t; column < 32 * WORDS; column += size)
		sums[column] = 0;
	barrier();
	uint plane[PLANES];
	for (uint i = 0; i < PLANES; i++)
		plane[i] = 0;
	uint begin = workgroup() * teams * stripe + t / WORDS;
	for (uint k = 0; k < stripe; k++) {
		uint v = begin + k * teams, carry = v < nodes ? rows[v * WORDS + word] : 0;
		for (uint i = 0; i < PLANES; i++) {
			uint next = plane[i] & carry;
			plane[i] ^= carry;
			carry = next;
		}
	}
	for (uint bit = 0; bit < 32; bit++) {
		uint sum = 0;
		for (uint i = 0; i < PLANES; i++)
			sum |= (plane[i] >> bit & 1) << i;
		if (sum != 0)
			atomicAdd(sums[32 * word + bit], sum);
	}
	barrier();
	for (uint column = t; column < 32 * WORDS; column += size)
		if (sums[column] != 0)
			atomicAdd(totals[ahead * 32 * WORDS + column], sums[column]);
}
