// The state of a sweep with a joint frontier (Liu, Huang, Hu, "iBFS: concurrent
// breadth-first search on GPUs", SIGMOD 2016). A row is a bit for each column, and
// a column is one search. Of every node there are three rows: the searches that
// have seen it, those whose frontier it is in, and those that have just reached
// it. The joint frontier is a queue of the nodes that are in any frontier, each
// once, however many searches share it.
//
// A level is four dispatches:
//
// - expand (top-down) takes the nodes of the queue and ORs their frontier row into
//   the reached rows of their neighbours; or
// - expand_up (bottom-up) takes all nodes and ORs the frontier rows of those that
//   lead to them into their own reached row: reads in place of random writes. One
//   of the two has no workgroups.
// - identify makes what was reached for the first time the new frontier, and
//   queues it. Its last workgroup chooses the direction of the next level.
// - convert turns what was seen into lengths, and retires searches.
//
// A sweep depends on nothing but its order of levels; only that of the queue is
// free.
#ifndef BFS_JOINT_GLSL
#define BFS_JOINT_GLSL
#include "invocation.glsl"

layout(constant_id = 1) const uint WORDS = 32; // of a row
const uint OPEN = 0xffffffffu; // length of a pair without an answer

layout(std430, binding = JOINT) coherent buffer Joint {
	uint open;               // pairs of the sweep without an answer
	uint level;              // the last one
	uint frontier;           // nodes in the queue
	uint frontier_edges;     // of these
	uint unfinished_edges;   // of the nodes that some search has not seen
	uint searches_low;       // that the nodes in the queue serve, all together, 64 bits
	uint searches_high;
	uint queued;             // the same five, as this level finds them
	uint queued_edges;
	uint waiting_edges;
	uint served_low;
	uint served_high;
	uint upward;             // the next level is expanded bottom-up
	uint finished;           // workgroups of this dispatch
	uint workgroup_size;     // of both forms of expand
	uint share;              // invocations that share a node's edges, for each word
	uint nodes;              // those with edges; they come first
	uint alpha;              // upward when alpha × frontier_edges > unfinished_edges; never if zero
	uint beta;               // down again when beta × frontier < nodes; never if zero
	uint most_groups;        // of an expansion; zero: as many as it has work for
	uint turns;              // an invocation takes at most
	uint first_pair;         // of the sweep
	uint pairs;
	uint first_column;
	uint columns;
	uint down_groups[3];     // grids, zero after the last answer
	uint up_groups[3];
	uint identify_groups[3];
	uint convert_groups[3];
	uint searching[64];      // columns with open pairs
	uint history[];          // of the frontier of each level, a ring: nodes, edges, searches, direction
};

#endif
