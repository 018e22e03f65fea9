#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"
#include "last.glsl"
#define CONTROL 4
#define CONTROL_ACCESS coherent
#include "sssp_control.glsl"

// Searches all nodes for changed ones in the current bucket and moves them from the set of changed
// nodes to the near queue. From here on the new distance of every changed node counts. One
// invocation owns 32 nodes, a word of the set: with an invocation for each node the software device
// took nine times as long.
//
// It uses no subgroup operations, because the number of bits in a word, and hence of iterations, is
// not uniform.
layout(std430, binding = 0) coherent buffer Dist { uint dist[]; };
layout(std430, binding = 1) readonly buffer NextDist { uint next_dist[]; };
layout(std430, binding = 2) buffer ChangedSet { uint changed_set[]; };
layout(std430, binding = 3) writeonly buffer NearQueue { uint near_queue[]; };

void scan(uint word) {
	uint changed = changed_set[word], taken = 0, lowest_near = UNREACHED, lowest_far = UNREACHED;
	for (uint rest = changed; rest != 0; rest &= rest - 1) {
		uint bit = findLSB(rest), v = 32 * word + bit, d = next_dist[v];
		dist[v] = d;
		if (d < threshold) {
			taken |= 1u << bit;
			lowest_near = min(lowest_near, d);
		} else {
			lowest_far = min(lowest_far, d);
		}
	}
	if (lowest_far != UNREACHED)
		atomicMin(min_far, lowest_far);
	if (taken == 0)
		return;
	changed_set[word] = changed & ~taken;
	atomicMin(min_near, lowest_near);
	uint slot = atomicAdd(near, bitCount(taken));
	for (; taken != 0; taken &= taken - 1)
		near_queue[slot++] = 32 * word + findLSB(taken);
}

void main() {
	uint word = invocation();
	if (word < changed_set.length())
		scan(word);

	LAST_WORKGROUP(finished)
	if (!is_last || gl_LocalInvocationID.x != 0)
		return;
	far = far + sifting - near; // those left, plus those changed by relax, minus those taken
	sifting = 0;
	begin_bucket(target == NO_NODE ? UNREACHED : dist[target]);
	min_far = UNREACHED; // each scan visits all far nodes
}
