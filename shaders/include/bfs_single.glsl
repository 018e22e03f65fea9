// Declarations shared by the kernels of a single search, which has a level for each node and no
// queue. Five variants of expanding a level differ in what an invocation owns (Verstraaten,
// Varbanescu, de Laat, "Mix-and-Match: a model-driven runtime optimisation strategy for BFS on
// GPUs", IA3 2018): an edge, in the order of tails or of heads, or a node, whose edges it walks
// forward or backward, alone or together with adjacent invocations.
//
// Races are harmless: all invocations that find a node store the same level, and the first one
// counts it.
#ifndef BFS_SINGLE_GLSL
#define BFS_SINGLE_GLSL
#include "invocation.glsl"

const uint NONE = 0xffffffffu; // level of a node that has not been found
// Variants of expanding a level.
const uint SINGLE_EDGES = 1, SINGLE_REVERSE = 2, SINGLE_PULL = 3, SINGLE_PUSH = 4, SINGLE_SUBGROUP = 5;

layout(std430, binding = SINGLE) coherent buffer Single {
	uint level;            // level of the frontier
	uint frontier;         // number of its nodes
	uint frontier_edges;   // their outgoing edges
	uint unfinished_edges; // outgoing edges of the nodes not found yet
	uint queued;           // nodes that this level finds, with their edges
	uint queued_edges;
	uint variant;          // variant of the next level
	uint asked;            // variant requested for all levels; zero for the best
	uint nodes;            // nodes with edges, which come first
	uint edges;
	uint share;            // invocations per node of pull and push
	uint together;         // invocations per node of push per subgroup
	uint workgroup_size;
	uint alpha;            // a frontier is large when alpha * frontier_edges > unfinished_edges
	uint groups[15];       // a grid for each variant; only that of the next level is not zero
	uint history[];        // a ring with the frontier of each level: nodes, edges, nodes, variant
};

#endif
