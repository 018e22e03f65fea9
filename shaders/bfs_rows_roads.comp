#version 450
#extension GL_GOOGLE_include_directive : require
#define STATE 6
#include "bfs_rows.glsl"

// One level of a sweep on a graph of small degrees and many levels, bottom-up:
// bfs_rows_level for roads. A stamp says in which level a node's row changed
// last: where neither the node nor a neighbour changed in the level before, there
// is nothing to do. LANES invocations own a node; the workgroups after those of
// all nodes answer the pairs whose destination has a neighbour that was seen in
// the level before, an invocation for each.
//
// Races change nothing but this: a column may retire while rows grow, and a row
// then has the column's bit or not. Nobody asks for it again.
layout(std430, binding = 0) readonly buffer First { uint first[]; };
layout(std430, binding = 1) readonly buffer Head { uint head[]; };
layout(std430, binding = 2) readonly buffer Old { uvec4 old[]; };
layout(std430, binding = 3) writeonly buffer Next { uvec4 next[]; };
layout(std430, binding = 4) readonly buffer OldStamps { uint old_stamps[]; };
layout(std430, binding = 5) writeonly buffer NextStamps { uint next_stamps[]; };
layout(std430, binding = 7) readonly buffer Pairs { uvec2 pair[]; }; // destination, column
layout(std430, binding = 8) buffer Lengths { uint lengths[]; };
layout(std430, binding = 9) buffer Counts { uint counts[]; }; // open pairs of each column
layout(push_constant) uniform Args {
	uint nodes;      // those with edges; they come first
	uint row_groups; // workgroups for rows
	uint ahead;      // levels after base
};
#include "bfs_answer.glsl"

shared uint grown;

bool none(uvec4 x) { return (x.x | x.y | x.z | x.w) == 0; }

// Degrees are at most 256.
void grow(uint node, uint lane, uint stamp) {
	uint begin = first[node], end = first[node + 1], at = 4 * lane;
	bool copy = old_stamps[node] == stamp - 1, any = false;
	for (uint e = begin; e < end; e++)
		any = any || old_stamps[head[e]] == stamp - 1;
	if (!copy && !any)
		return;
	uvec4 was = old[node * LANES + lane], found = was;
	uvec4 mask = uvec4(searching[at], searching[at + 1], searching[at + 2], searching[at + 3]);
	if (any && !none(mask & ~was))
		for (uint e = begin; e < end; e++)
			if (old_stamps[head[e]] == stamp - 1)
				found |= old[head[e] * LANES + lane];
	found = was | (found & mask);
	next[node * LANES + lane] = found;
	if (!none(found ^ was)) {
		next_stamps[node] = stamp;
		grown = 1;
	}
}

void look(uint p, uint level) {
	if (p >= pairs || lengths[first_pair + p] != OPEN)
		return;
	uint v = pair[first_pair + p].x, column = pair[first_pair + p].y, word = column >> 5, bit = 1u << (column & 31);
	for (uint e = first[v]; e < first[v + 1]; e++)
		if ((old[head[e] * LANES + (word >> 2)][word & 3] & bit) != 0) {
			answer(first_pair + p, column, level);
			break;
		}
}

void main() {
	uint level = base + ahead, group = workgroup();
	if (!has_changed(level - 1))
		return;
	if (group >= row_groups) {
		look((group - row_groups) * gl_WorkGroupSize.x + gl_LocalInvocationID.x, level);
		return;
	}
	if (gl_LocalInvocationID.x == 0)
		grown = 0;
	barrier();
	uint i = invocation(), node = i / LANES;
	if (node < nodes)
		grow(node, i % LANES, epoch + level);
	barrier();
	if (gl_LocalInvocationID.x == 0 && grown != 0)
		note_change(level);
}
