// Turns and counters, shared by the kernels that expand a joint frontier. If a dispatch has fewer
// invocations than there is work for, each takes several turns.
#ifndef BFS_EXPAND_GLSL
#define BFS_EXPAND_GLSL
#include "bfs_joint.glsl"

layout(constant_id = 2) const uint COUNT = 0; // not zero: fill the counters

// A ring with four words for each level: invocations with work, edges walked, the greatest number
// walked by a workgroup, workgroups. Used only if COUNT is set.
layout(std430, binding = COUNTERS) buffer Counters { uint counters[]; };

shared uint group_active, group_edges;

// Returns what an invocation takes in its first turn. A team takes consecutive work. Teams of a
// workgroup take a contiguous slice of it if a team is the whole workgroup. Otherwise the first teams of
// all workgroups come first, then their second teams: nodes with many edges, which come first, are
// spread over all workgroups.
uint first_turn() {
	uint t = gl_LocalInvocationID.x, groups = gl_NumWorkGroups.x * gl_NumWorkGroups.y;
	return (t / team * groups + workgroup()) * team + t % team;
}

uint all_invocations() { return gl_NumWorkGroups.x * gl_NumWorkGroups.y * gl_WorkGroupSize.x; }

void begin_counters() {
	if (COUNT == 0)
		return;
	if (gl_LocalInvocationID.x == 0)
		group_active = group_edges = 0;
	barrier();
}

// Counts the edges that an invocation has walked in a turn.
void count(uint edges) {
	if (COUNT == 0)
		return;
	atomicAdd(group_active, 1);
	atomicAdd(group_edges, edges);
}

void end_counters() {
	if (COUNT == 0)
		return;
	barrier();
	if (gl_LocalInvocationID.x != 0)
		return;
	uint at = 4 * level % counters.length();
	atomicAdd(counters[at], group_active);
	atomicAdd(counters[at + 1], group_edges);
	atomicMax(counters[at + 2], group_edges);
	atomicAdd(counters[at + 3], 1);
}

#endif
