#version 450
#extension GL_GOOGLE_include_directive : require
#define STATE 1
#include "bfs_rows.glsl"

// Counts, for each column, the nodes that its search has seen after a level. WORDS consecutive
// invocations own the words of the rows of up to 248 nodes. They add the 32 bits of a word in
// parallel: plane i holds bit i of 32 sums.
layout(std430, binding = 0) readonly buffer Rows { uint rows[]; };
layout(std430, binding = 2) buffer Totals { uint totals[]; }; // for each level after base, one for each column
layout(push_constant) uniform Args {
	uint nodes;  // nodes with edges, which come first
	uint stripe; // nodes per invocation, a multiple of 8, at most 248
	uint ahead;  // levels after base
};

// The sum of bit b of word w is at b * STRIDE + w, so that consecutive invocations use different
// banks in both directions.
const uint STRIDE = WORDS + 1;
shared uint sums[32 * STRIDE];

uint word;

uint row(uint v) {
	uint x = rows[min(v, nodes - 1) * WORDS + word]; // unconditional, so that loads do not wait for conditions
	return v < nodes ? x : 0;
}

// Adds three bits in each of 32 positions and returns the carries.
uint add(inout uint sum, uint a, uint b) {
	uint one = sum ^ a, carry = sum & a | one & b;
	sum = one ^ b;
	return carry;
}

uint add(inout uint sum, uint a) {
	uint carry = sum & a;
	sum ^= a;
	return carry;
}

void main() {
	if (!has_changed(ahead))
		return;
	uint t = gl_LocalInvocationID.x, size = gl_WorkGroupSize.x, teams = size / WORDS;
	word = t % WORDS;
	for (uint i = t; i < 32 * STRIDE; i += size)
		sums[i] = 0;
	barrier();
	uvec4 low = uvec4(0), high = uvec4(0); // the planes
	uint v = workgroup() * teams * stripe + t / WORDS;
	for (uint k = 0; k < stripe; k += 8, v += 8 * teams) { // the latencies of eight loads overlap
		uint a = row(v), b = row(v + teams), c = row(v + 2 * teams), d = row(v + 3 * teams);
		uint e = row(v + 4 * teams), f = row(v + 5 * teams), g = row(v + 6 * teams), h = row(v + 7 * teams);
		a = add(low.x, a, b);
		c = add(low.x, c, d);
		e = add(low.x, e, f);
		g = add(low.x, g, h);
		a = add(low.y, a, c);
		e = add(low.y, e, g);
		add(high.w, add(high.z, add(high.y, add(high.x, add(low.w, add(low.z, a, e))))));
	}
	for (uint bit = 0; bit < 8; bit++) {
		const uint EACH = 0x01010101u;
		uvec4 l = low >> bit & EACH, m = high >> bit & EACH;
		uint four = l.x | l.y << 1 | l.z << 2 | l.w << 3 | m.x << 4 | m.y << 5 | m.z << 6 | m.w << 7; // sums of bits bit, bit + 8 and so on, one per byte
		for (uint byte = 0; byte < 4; byte++) {
			uint sum = four >> 8 * byte & 255;
			if (sum != 0)
				atomicAdd(sums[(bit + 8 * byte) * STRIDE + word], sum);
		}
	}
	barrier();
	for (uint column = t; column < 32 * WORDS; column += size) {
		uint sum = sums[column % 32 * STRIDE + column / 32];
		if (sum != 0)
			atomicAdd(totals[ahead * 32 * WORDS + column], sum);
	}
}
