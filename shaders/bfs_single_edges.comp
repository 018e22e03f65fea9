#version 450
#extension GL_GOOGLE_include_directive : require
#include "bfs_single_expand.glsl"

// Expands a level of a single search by the list of edges. One invocation owns an edge, from
// first[e] to ends[e]. The list is sorted by tails or by heads, so that either reads or writes are
// contiguous.
void main() {
	uint e = invocation();
	if (e < edges && level_of[first[e]] == level)
		find(ends[e]);
}
