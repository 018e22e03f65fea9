#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"

// Updates the shown state of a search after each step: the rows of seen searches, their fresh bits,
// the level of each node in one search, and the number of searches that have seen it. One
// invocation owns one node, by its number in the graph. Nodes with fresh bits are listed in any
// order.
//
// The shown rows grow by the fresh bits. A sweep on roads may or may not extend a column that
// retires in the same level. The mask excludes such columns, so that the shown state is the same
// every time. At level 0 all shown bits, those of the sources, are fresh.
layout(constant_id = 1) const uint WORDS = 32; // of a row

layout(std430, binding = 0) readonly buffer Place { uint place[]; }; // position of each node in the order of rows
layout(std430, binding = 1) readonly buffer First { uint first[]; };
layout(std430, binding = 2) readonly buffer Rows { uint rows[]; };   // or the marks of both sides of a pair, or levels
layout(std430, binding = 3) readonly buffer Sweep { uint sweep[]; }; // state of the sweep
layout(std430, binding = 4) buffer Shown { uint shown[]; };
layout(std430, binding = 5) writeonly buffer Fresh { uint fresh[]; };
layout(std430, binding = 6) buffer Levels { uint levels[]; };        // node states in the followed search
layout(std430, binding = 7) writeonly buffer Searches { uint searches[]; };
layout(std430, binding = 8) writeonly buffer Frontier { uint frontier[]; };
layout(std430, binding = 9) buffer Found { uint nodes_found, edges_found, served, followed; };
layout(push_constant) uniform Args {
	uint nodes;  // of the graph
	uint live;   // nodes with edges, which have rows
	uint level;
	uint column; // column of the followed search; WORDS * 32 for none
	uint mask;   // first word of the sweep with the columns that still search; 0 for all columns
	uint kind;   // of rows
};

// Kinds of rows: a row per node; two bits per node, for the sides of a pair; the level of each node
// in a single search.
const uint ROWS = 0, SIDES = 1, LEVELS = 2;
const uint FAR = 1, NEAR = 2, RELAXED = 3, MAX_DISTANCE = (1 << 30) - 1;

// Returns a word of the searches that have seen the node at a position. The sides of a pair are two
// searches.
uint seen(uint p, uint w) {
	if (kind == SIDES)
		return rows[p >> 4] >> 2 * (p & 15) & 3;
	if (kind == LEVELS)
		return uint(rows[p] <= level);
	return rows[p * WORDS + w] & (mask == 0 ? 0xffffffffu : sweep[mask + w]);
}

void main() {
	uint v = invocation();
	if (v >= nodes)
		return;
	uint p = place[v], old_level = level == 0 ? 0 : levels[v], count = 0, grown = 0, last = 0;
	bool mine = false;
	if (p < live) {
		for (uint w = 0; w < WORDS; w++) { // at most 64
			uint at = p * WORDS + w, before = shown[at], new = level == 0 ? before : seen(p, w) & ~before;
			last = before | new;
			shown[at] = last;
			fresh[at] = new;
			count += bitCount(last);
			grown += bitCount(new);
			if (kind == SIDES ? new != 0 : w == column >> 5 && (new >> (column & 31) & 1) != 0)
				mine = true;
		}
	}
	uint state_now = old_level >> 30, number = old_level & MAX_DISTANCE;
	if (mine) {
		state_now = NEAR;
		number = level;
	} else if (state_now == NEAR)
		state_now = kind == SIDES && (last & 2) != 0 ? FAR : RELAXED;
	levels[v] = state_now << 30 | number;
	searches[v] = count == 0 ? 0 : RELAXED << 30 | count;
	if (grown == 0)
		return;
	frontier[atomicAdd(nodes_found, 1)] = v;
	atomicAdd(edges_found, first[p + 1] - first[p]);
	atomicAdd(served, grown);
	if (mine)
		atomicAdd(followed, 1);
}
