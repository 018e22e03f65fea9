// Ends a level of a sweep, for the kernels whose last workgroup does it. DOWN_INVOCATIONS is the number
// of invocations that expand the next level top-down.
#ifndef BFS_CLOSE_GLSL
#define BFS_CLOSE_GLSL
#include "bfs_joint.glsl"
#include "groups.glsl"

// Returns the grid of an expansion.
uvec3 expansion(uint invocations) {
	uint groups = invocations / workgroup_size + uint(invocations % workgroup_size != 0);
	if (most_groups != 0)
		groups = min(groups, max(most_groups, groups / turns + 1));
	return groups_for(groups, 1);
}

// Ends the level: records its frontier and sets the grids of the next one.
void close() {
	level++;
	frontier = queued;
	frontier_edges = queued_edges;
	unfinished_edges = waiting_edges;
	searches_low = served_low;
	searches_high = served_high;
	finished = queued = queued_edges = waiting_edges = served_low = served_high = 0;
	upward = uint(alpha != 0 && (upward != 0 ? beta == 0 || frontier > nodes / beta : frontier_edges > unfinished_edges / alpha));
	uvec3 down = expansion(DOWN_INVOCATIONS), up = expansion(nodes * WORDS * share);
	down_groups[0] = upward != 0 ? 0 : down.x;
	down_groups[1] = down.y;
	up_groups[0] = upward != 0 ? up.x : 0;
	up_groups[1] = up.y;
	uint at = 4 * level % history.length();
	history[at] = frontier;
	history[at + 1] = frontier_edges;
	history[at + 2] = searches_low; // the low word is enough for a plot
	history[at + 3] = upward;
	if (frontier == 0)
		down_groups[0] = up_groups[0] = identify_groups[0] = 0;
}

#endif
