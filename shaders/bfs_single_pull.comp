#version 450
#extension GL_GOOGLE_include_directive : require
#include "bfs_single_expand.glsl"

// Expands a level of a single search against the edges. share invocations own a node that has not
// been found and walk its incoming edges until one comes from the frontier. Each walks at most
// 32,768 edges.
void main() {
	uint v = invocation() / share;
	if (v < nodes && level_of[v] == NONE)
		for (uint e = first[v] + invocation() % share, end = first[v + 1]; e < end; e += share)
			if (level_of[ends[e]] == level) {
				find(v);
				break;
			}
}
