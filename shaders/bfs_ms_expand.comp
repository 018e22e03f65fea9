#version 450
#extension GL_GOOGLE_include_directive : require
#define JOINT 5
#define COUNTERS 6
#include "bfs_expand.glsl"

// Expands a level of MS-BFS top-down (M. Then et al., "The More the Merrier: Efficient Multi-Source
// Graph Traversal", VLDB 2014). One invocation owns a node, of all nodes, and its whole row: if any
// search has it in its frontier, the invocation walks the node's edges once and passes the bits of all
// searches on. An invocation takes at most 32,768 words of rows in all its turns.
//
// Races are harmless: bits are only set.
layout(std430, binding = 0) readonly buffer First { uint first[]; };
layout(std430, binding = 1) readonly buffer Head { uint head[]; };
layout(std430, binding = 2) readonly buffer Seen { uint seen[]; };
layout(std430, binding = 3) readonly buffer Frontier { uint visit[]; };
layout(std430, binding = 4) buffer Reached { uint reached[]; };

void main() {
	begin_counters();
	uint total = nodes;
	for (uint u = first_turn(); u < total; u += all_invocations()) {
		uint any = 0;
		for (uint w = 0; w < WORDS; w++)
			any |= visit[u * WORDS + w];
		if (any == 0)
			continue;
		for (uint e = first[u], end = first[u + 1]; e < end; e++) {
			uint row = head[e] * WORDS;
			for (uint w = 0; w < WORDS; w++) {
				uint fresh = visit[u * WORDS + w] & ~seen[row + w];
				if (fresh != 0)
					atomicOr(reached[row + w], fresh);
			}
		}
		count(first[u + 1] - first[u]);
	}
	end_counters();
}
