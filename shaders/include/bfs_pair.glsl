// Declarations shared by the kernels that answer pairs one by one. A workgroup takes pairs from a
// counter and searches from both ends, one level of one side at a time. The two balls are disjoint
// until an edge leads from one into the other; the number of levels expanded so far is then the
// length.
//
// A workgroup has its own marks, two bits per node, one for each side, and its own list of found
// nodes: those of one side run forward from its start, those of the other backward from its end. If
// they do not fit, the pair gets the length FULL, and the host repeats it with a longer list. Marks
// are zero before and after each pair: the touched words are cleared, or all words if these are
// fewer.
//
// A dispatch ends after a number of steps (software devices stop loops of 65,535 iterations, and
// other devices should not be busy for seconds). A workgroup then saves its state, and the next
// dispatch continues.
#ifndef BFS_PAIR_GLSL
#define BFS_PAIR_GLSL
#include "invocation.glsl"

const uint NONE = 0xffffffffu; // no pair, or the length of an unreachable pair
const uint FULL = 0xfffffffeu;

layout(std430, binding = 4) readonly buffer Pairs { uvec2 pairs[]; };
layout(std430, binding = 5) writeonly buffer Lengths { uint lengths[]; };
layout(std430, binding = 6) buffer Work {
	uint ticket;   // pairs taken
	uint answered;
	uint levels;   // levels expanded for all pairs
	uint visited;  // nodes found for all pairs
};
layout(std430, binding = 7) coherent buffer Found { uint found[]; };
layout(std430, binding = 8) coherent buffer Marks { uint marks[]; };
layout(push_constant) uniform Args {
	uint count;    // pairs
	uint capacity; // entries of a list
	uint words;    // of the marks of a workgroup
	uint budget;   // approximate number of steps per invocation
	uint widest;   // greatest degree of a node that one invocation walks alone
	uint groups;   // with a list each; a grid with two dimensions may have more workgroups
};

// The state of a workgroup. Ranges of levels are positions in the list of a side.
struct Search {
	uint pair;
	uint depth;  // levels expanded
	uint side;   // side that is being expanded
	uint at;     // next entry to expand
	uint tail;   // end of the nodes found by this level
	uint ahead;  // edges of these nodes
	uvec2 low, high; // the frontier of each side
	uvec2 edges;     // of each frontier
};

// Returns a component by a number that is not constant, without leaving registers.
uint of(uvec2 v, uint side) { return side == 0 ? v.x : v.y; }

uvec2 with(uvec2 v, uint side, uint x) { return side == 0 ? uvec2(x, v.y) : uvec2(v.x, x); }
layout(std430, binding = 9) buffer Searches { Search searches[]; };

uint list, base; // of this workgroup

uint place(uint side, uint i) { return list + (side == 0 ? i : capacity - 1 - i); }

void begin_group() {
	list = workgroup() * capacity;
	base = workgroup() * words;
}

// The marks of both sides of a node share a word, so that a single load reads them.
uint mark_of(uint side, uint v) { return 1u << (2 * (v & 15) + side); }

uint marks_at(uint v) { return base + (v >> 4); }

// Marks a node and reports whether it was new.
bool mark(uint side, uint v) { return (atomicOr(marks[marks_at(v)], mark_of(side, v)) & mark_of(side, v)) == 0; }

void unmark(uint side, uint v) { atomicAnd(marks[marks_at(v)], ~mark_of(side, v)); }

// Clears the marks of a pair by the lists of its nodes, or all words if these are fewer.
void clear_marks(uvec2 ends) {
	uint t = gl_LocalInvocationID.x, size = gl_WorkGroupSize.x;
	if (ends.x + ends.y > words) {
		for (uint i = t; i < words; i += size)
			marks[base + i] = 0;
		return;
	}
	for (uint i = t; i < ends.x; i += size)
		marks[marks_at(found[place(0, i)])] = 0;
	for (uint i = t; i < ends.y; i += size)
		marks[marks_at(found[place(1, i)])] = 0;
}

#endif
