#version 450
#extension GL_GOOGLE_include_directive : require
#define SINGLE 0
#include "bfs_single.glsl"
#include "groups.glsl"

// Ends a level of a single search: the found nodes become the frontier, and the grids of the next
// level are set. This kernel has a single invocation. The expanding kernels therefore need neither
// a barrier nor a last workgroup, which would make them many times slower on a software device.

// Returns the number of invocations that a variant needs.
uint invocations_of(uint way) {
	if (way <= SINGLE_REVERSE)
		return edges;
	return nodes * (way == SINGLE_SUBGROUP ? together : share);
}

// Returns the best variant for the next level. A short list of edges is processed as a whole, which
// needs nothing else. Otherwise a large frontier is found from the other side, where a node ends
// its search at the first neighbour in the frontier, and long lists of edges are shared by a
// subgroup.
uint best() {
	bool large = frontier_edges > unfinished_edges / alpha;
	if (edges < nodes)
		return large ? SINGLE_REVERSE : SINGLE_EDGES;
	if (large)
		return SINGLE_PULL;
	return frontier_edges / together >= frontier ? SINGLE_SUBGROUP : SINGLE_PUSH;
}

// Sets the grids of the next level.
void order() {
	variant = asked != 0 ? asked : best();
	uint at = 4 * level % history.length();
	history[at] = history[at + 2] = frontier;
	history[at + 1] = frontier_edges;
	history[at + 3] = variant;
	for (uint way = SINGLE_EDGES; way <= SINGLE_SUBGROUP; way++) {
		uvec3 grid = groups_for(invocations_of(way), workgroup_size);
		groups[3 * way - 3] = way == variant && frontier != 0 ? grid.x : 0;
		groups[3 * way - 2] = grid.y;
		groups[3 * way - 1] = 1;
	}
}

void main() {
	if (invocation() != 0 || frontier == 0)
		return;
	level++;
	frontier = queued;
	frontier_edges = queued_edges;
	unfinished_edges -= queued_edges;
	queued = queued_edges = 0;
	order();
}
