#version 450
#extension GL_GOOGLE_include_directive : require
#include "bfs_single_expand.glsl"

// Expands a level of one search by its list of edges: an invocation owns one, from
// first[e] to ends[e]. The list is in the order of its tails or of its heads: reads
// or writes are then beside each other.
void main() {
	uint e = invocation();
	if (e < edges && level_of[first[e]] == level)
		find(ends[e]);
}
