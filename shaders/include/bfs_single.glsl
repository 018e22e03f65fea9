// What the kernels of one search have in common: a level for each node, and no queue. Five
// ways to expand a level differ in what an invocation owns (Verstraaten, Varbanescu, de Laat,
// "Mix-and-Match: a model-driven runtime optimisation strategy for BFS on GPUs", IA3 2018):
// an edge, in the order of its tail or of its head, or a node, whose edges it walks forward
// or backward, alone or together with the invocations beside it.
//
// Races change nothing: a node gets the level that this dispatch gives to all, and is counted
// by the invocation that gave it first.
#ifndef BFS_SINGLE_GLSL
#define BFS_SINGLE_GLSL
#include "invocation.glsl"
#include "last.glsl"

const uint NONE = 0xffffffffu; // level of a node that was not found
// Ways to expand a level.
const uint SINGLE_EDGES = 1, SINGLE_REVERSE = 2, SINGLE_PULL = 3, SINGLE_PUSH = 4, SINGLE_SUBGROUP = 5;

layout(std430, binding = 0) readonly buffer First { uint first[]; };
layout(std430, binding = 1) readonly buffer Ends { uint ends[]; };
layout(std430, binding = 2) readonly buffer Degrees { uint out_first[]; };
layout(std430, binding = 3) buffer Levels { uint level_of[]; };
layout(std430, binding = 4) coherent buffer Single {
	uint level;            // of the frontier
	uint frontier;         // its nodes
	uint frontier_edges;   // that leave them
	uint unfinished_edges; // that leave nodes not found yet
	uint queued;           // the nodes that this level finds
	uint queued_edges;
	uint finished;         // workgroups of this dispatch
	uint variant;          // the way to expand the next level
	uint asked;            // the way to expand all of them; zero: the best
	uint nodes;            // those with edges; they come first
	uint edges;
	uint share;            // invocations for each node of pull and push
	uint together;         // invocations for each node of push per subgroup
	uint workgroup_size;
	uint alpha;            // a frontier is large when alpha × frontier_edges > unfinished_edges
	uint groups[15];       // a grid for each way; all but that of the next one are zero
	uint history[];        // of the frontier of each level, a ring: nodes, edges, nodes, variant
};

shared uint fresh_nodes, fresh_edges;

// The invocations that a way to expand needs.
uint invocations_of(uint way) {
	if (way <= SINGLE_REVERSE)
		return edges;
	return nodes * (way == SINGLE_SUBGROUP ? together : share);
}

// Few edges are gone through as a list, which asks for nothing else. Otherwise a large
// frontier is found from the other side, where a node ends its search with the first
// neighbour that is in it, and long lists of edges are shared by a subgroup.
uint best() {
	bool large = frontier_edges > unfinished_edges / alpha;
	if (edges < nodes)
		return large ? SINGLE_REVERSE : SINGLE_EDGES;
	if (large)
		return SINGLE_PULL;
	return frontier_edges / together >= frontier ? SINGLE_SUBGROUP : SINGLE_PUSH;
}

// Orders the next level.
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

void begin_level() {
	if (gl_LocalInvocationID.x == 0)
		fresh_nodes = fresh_edges = 0;
	barrier();
}

// A node is found, perhaps for the first time.
void find(uint v) {
	if (level_of[v] == NONE && atomicCompSwap(level_of[v], NONE, level + 1) == NONE) {
		atomicAdd(fresh_nodes, 1);
		atomicAdd(fresh_edges, out_first[v + 1] - out_first[v]);
	}
}

// The last workgroup closes the level.
void end_level() {
	barrier();
	bool first_one = gl_LocalInvocationID.x == 0;
	if (first_one && fresh_nodes != 0) {
		atomicAdd(queued, fresh_nodes);
		atomicAdd(queued_edges, fresh_edges);
	}
	LAST_WORKGROUP(finished)
	if (!is_last || !first_one)
		return;
	finished = 0;
	level++;
	frontier = queued;
	frontier_edges = queued_edges;
	unfinished_edges -= queued_edges;
	queued = queued_edges = 0;
	order();
}

#endif
