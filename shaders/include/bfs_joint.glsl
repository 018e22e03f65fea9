// The state of a sweep with a joint frontier (Liu, Huang, Hu, "iBFS: concurrent breadth-first
// search on GPUs", SIGMOD 2016). A row has a bit for each column, and a column is one search. Every
// node has three rows: the searches that have seen it, those that have it in their frontier, and
// those that have just reached it. The joint frontier is a queue of the nodes in any frontier. Each
// node is in it once, regardless of the number of searches that share it.
//
// A level is four dispatches:
//
// - expand (top-down) ORs the frontier row of each node in the queue into the
//   reached rows of its neighbours; or
// - expand_up (bottom-up) ORs the frontier rows of the nodes that lead to a node
//   into its reached row, for all nodes: reads replace random writes. One of the
//   two has no workgroups.
// - identify makes the bits reached for the first time the new frontier and queues
//   its nodes. Its last workgroup chooses the direction of the next level.
// - convert converts the seen searches to lengths and retires searches.
//
// MS-BFS has neither the queue nor expand_up, and ms_expand and ms_merge instead of expand and identify.
//
// The result of a level depends only on the previous one; only the order of the queue may vary.
#ifndef BFS_JOINT_GLSL
#define BFS_JOINT_GLSL
#include "invocation.glsl"

layout(constant_id = 1) const uint WORDS = 32; // of a row
const uint OPEN = 0xffffffffu; // length of a pair without an answer

layout(std430, binding = JOINT) coherent buffer Joint {
	uint open;               // pairs of the sweep without an answer
	uint level;              // the last one
	uint frontier;           // number of nodes in the queue
	uint frontier_edges;     // edges of these nodes
	uint unfinished_edges;   // edges of the nodes that some search has not seen
	uint searches_low;       // total number of searches that share the nodes in the queue, 64 bits
	uint searches_high;
	uint queued;             // the same five for the nodes that this level finds
	uint queued_edges;
	uint waiting_edges;
	uint served_low;
	uint served_high;
	uint upward;             // the next level is expanded bottom-up
	uint finished;           // workgroups of this dispatch
	uint workgroup_size;     // of both forms of expand
	uint share;              // invocations that share a node's edges, for each word
	uint nodes;              // nodes with edges, which come first
	uint alpha;              // upward when alpha * frontier_edges > unfinished_edges; never if zero
	uint beta;               // down again when beta * frontier < nodes; never if zero
	uint most_groups;        // greatest number of workgroups of an expansion; zero for no limit
	uint turns;              // greatest number of turns per invocation
	uint team;               // consecutive invocations of an expansion that keep together when work is spread
	uint first_pair;         // first pair of the sweep
	uint pairs;
	uint first_column;
	uint columns;
	uint down_groups[3];     // grids; zero after the last answer
	uint up_groups[3];
	uint identify_groups[3];
	uint convert_groups[3];
	uint searching[64];      // columns with open pairs
	uint history[];          // a ring with the frontier of each level: nodes, edges, searches, direction
};

#endif
