#version 450
#extension GL_GOOGLE_include_directive : require
#include "bfs_single_expand.glsl"

// Expands a level of a single search along the edges. A number of consecutive invocations, a
// subgroup or as many as requested, own a node and, if it is in the frontier, walk its outgoing
// edges. Each walks at most 32,768 edges.
void main() {
	uint width = variant == SINGLE_SUBGROUP ? together : share, u = invocation() / width;
	if (u < nodes && level_of[u] == level)
		for (uint e = first[u] + invocation() % width, end = first[u + 1]; e < end; e += width)
			find(ends[e]);
}
