// Declarations shared by the variants of expanding a level of a single search. First and Ends are a
// direction of the graph, or both ends of a list of edges.
#ifndef BFS_SINGLE_EXPAND_GLSL
#define BFS_SINGLE_EXPAND_GLSL
#define SINGLE 4
#include "bfs_single.glsl"

layout(std430, binding = 0) readonly buffer First { uint first[]; };
layout(std430, binding = 1) readonly buffer Ends { uint ends[]; };
layout(std430, binding = 2) readonly buffer Degrees { uint out_first[]; };
layout(std430, binding = 3) buffer Levels { uint level_of[]; };

// Finds a node, perhaps for the first time. That happens once per node in a whole search, so
// counters shared by all invocations are fast enough.
void find(uint v) {
	if (level_of[v] == NONE && atomicCompSwap(level_of[v], NONE, level + 1) == NONE) {
		atomicAdd(queued, 1);
		atomicAdd(queued_edges, out_first[v + 1] - out_first[v]);
	}
}

#endif
