#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_vote : require
#include "interface.glsl"

// Subgroups, shared memory and atomics.
shared uint cells[32];
shared uint counters[4];

void main() {
	uint a = word(0);
	uvec3 v = uvec3(a, a >> 3, word(1) & 15u);
	uint at = gl_LocalInvocationIndex;
	result(1, subgroupAdd(a) ^ subgroupExclusiveAdd(a * 3u) ^ subgroupInclusiveMax(a));
	uvec3 scan = subgroupInclusiveAdd(v) + subgroupExclusiveXor(v);
	result(2, scan.x ^ scan.y ^ scan.z);
	ivec2 least = subgroupMin(ivec2(v.xz));
	result(3, uint(least.x + least.y) + floatBitsToUint(subgroupMax(float(v.z))));
	uvec4 votes = subgroupBallot((a & 1u) == 0u);
	result(4, votes.x + subgroupBallotBitCount(votes) * 3u + subgroupBallotExclusiveBitCount(votes) * 5u + subgroupBallotInclusiveBitCount(votes) * 7u);
	result(5, uint(subgroupInverseBallot(votes)) + uint(subgroupBallotBitExtract(votes, 1u)) * 2u + uint(subgroupAny(a == 3u)) * 4u
		+ uint(subgroupAll(a > 0u)) * 8u + uint(subgroupAllEqual(v.z)) * 16u + uint(subgroupElect()) * 32u);
	bool first = subgroupElect();
	uvec4 some = subgroupBallot((a & 1u) == 0u || first);
	result(6, subgroupBallotFindLSB(some) + subgroupBallotFindMSB(some) * 64u + uint(subgroupBroadcast(ivec2(v.xy), 2u).y));
	result(7, subgroupBroadcastFirst(v).y + bitCount(gl_SubgroupLtMask.x) + (gl_SubgroupGeMask.x & 0xfu) + gl_SubgroupInvocationID + gl_SubgroupID * 64u);
	cells[at] = a;
	if (at < 4u)
		counters[at] = 7u;
	barrier();
	atomicAdd(counters[a & 1u], v.z);
	atomicMax(counters[2u], a);
	atomicXor(counters[3u], a * 5u);
	for (uint s = 16u; s > 0u; s >>= 1) {
		uint other = cells[at ^ s];
		barrier();
		cells[at] += other;
		barrier();
	}
	result(8, cells[at] + counters[at & 3u]);
	uint own = me * WORDS + 9u;
	out_words[own] = a;
	uint old = atomicCompSwap(out_words[own], 3u, 30u);
	old += atomicExchange(out_words[own], old + 1u);
	old += atomicAdd(out_words[own], v.z);
	atomicOr(sums[1u + (a & 3u)], a);
	result(10, old);
	finish(gl_NumSubgroups);
}
