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

const uint NONE = 0xffffffffu; // level of a node that was not found
// Ways to expand a level.
const uint SINGLE_EDGES = 1, SINGLE_REVERSE = 2, SINGLE_PULL = 3, SINGLE_PUSH = 4, SINGLE_SUBGROUP = 5;

layout(std430, binding = SINGLE) coherent buffer Single {
	uint level;            // of the frontier
	uint frontier;         // its nodes
	uint frontier_edges;   // that leave them
	uint unfinished_edges; // that leave nodes not found yet
	uint queued;           // the nodes that this level finds
	uint queued_edges;
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

#endif
