#version 450
#extension GL_GOOGLE_include_directive : require
#include "bfs_single_expand.glsl"

// Expands a level of one search along its edges: some invocations beside each other,
// as many as a subgroup has or as are asked for, own a node and, if it is in the
// frontier, walk the edges that leave it. Each walks at most 32,768.
void main() {
	uint width = variant == SINGLE_SUBGROUP ? together : share, u = invocation() / width;
	if (u < nodes && level_of[u] == level)
		for (uint e = first[u] + invocation() % width, end = first[u + 1]; e < end; e += width)
			find(ends[e]);
}
