#version 450
#extension GL_GOOGLE_include_directive : require
#define JOINT 4
#define DOWN_INVOCATIONS nodes
#include "bfs_close.glsl"
#include "last.glsl"
#include "subgroup.glsl"

// Ends a level of MS-BFS: what searches have reached for the first time becomes their frontier, and is
// seen. One invocation owns a node and its whole row, of at most 64 words. No node is queued. The last
// workgroup ends the level.
layout(std430, binding = 0) readonly buffer First { uint first[]; };
layout(std430, binding = 1) buffer Seen { uint seen[]; };
layout(std430, binding = 2) writeonly buffer Frontier { uint visit[]; };
layout(std430, binding = 3) buffer Reached { uint reached[]; };
#include "bfs_merge.glsl"

shared uint found, edges, unfinished, searches;

void main() {
	uint t = gl_LocalInvocationID.x, v = invocation(), served = 0, waits = 0;
	if (t == 0)
		found = edges = unfinished = searches = 0;
	barrier();
	if (v < nodes)
		served = merge_row(v, waits);
	uint degree = v < nodes ? first[v + 1] - first[v] : 0;
	ADD(searches, served)
	ADD(found, uint(served != 0))
	ADD(edges, served != 0 ? degree : 0)
	ADD(unfinished, waits != 0 ? degree : 0)
	barrier();
	if (t == 0) {
		if (found != 0)
			atomicAdd(queued, found);
		if (edges != 0)
			atomicAdd(queued_edges, edges);
		if (searches != 0 && atomicAdd(served_low, searches) + searches < searches)
			atomicAdd(served_high, 1);
		if (unfinished != 0)
			atomicAdd(waiting_edges, unfinished);
	}
	LAST_WORKGROUP(finished)
	if (is_last && t == 0)
		close();
}
