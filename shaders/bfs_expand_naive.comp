#version 450
#extension GL_GOOGLE_include_directive : require
#define JOINT 6
#define COUNTERS 7
#include "bfs_expand.glsl"

// Expands the joint frontier in the naive way. An invocation owns a node of the queue and one
// search. If the node is in the frontier of that search, it walks the node's edges for this search
// alone. Searches share the queue but no reads: 32 invocations walk the same edges where bfs_expand
// has one, and most of them find that the node is not in their search's frontier. Each walks at
// most 32,768 edges in all its turns.
//
// Races are harmless: bits are only set.
layout(std430, binding = 0) readonly buffer First { uint first[]; };
layout(std430, binding = 1) readonly buffer Head { uint head[]; };
layout(std430, binding = 2) readonly buffer Seen { uint seen[]; };
layout(std430, binding = 3) readonly buffer Frontier { uint visit[]; };
layout(std430, binding = 4) buffer Reached { uint reached[]; };
layout(std430, binding = 5) readonly buffer Queue { uint queue[]; };

void main() {
	begin_counters();
	uint total = frontier * WORDS * 32;
	for (uint i = first_turn(); i < total; i += all_invocations()) {
		uint column = i % (WORDS * 32), word = column >> 5, bit = 1u << (column & 31), u = queue[i / (WORDS * 32)];
		if ((visit[u * WORDS + word] & bit) == 0)
			continue;
		for (uint e = first[u], end = first[u + 1]; e < end; e++) {
			uint at = head[e] * WORDS + word;
			if ((seen[at] & bit) == 0)
				atomicOr(reached[at], bit);
		}
		count(first[u + 1] - first[u]);
	}
	end_counters();
}
