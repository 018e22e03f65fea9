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
layout(std430, binding = 0) readonly buffer Four { uvec4 first_four[]; };
layout(std430, binding = 1) readonly buffer Rest { uint rest[]; }; // a count, and that many neighbours
layout(std430, binding = 2) readonly buffer Old { uvec4 old[]; };
layout(std430, binding = 3) writeonly buffer Next { uvec4 next[]; };
layout(std430, binding = 4) readonly buffer OldStamps { uint old_stamps[]; };
layout(std430, binding = 5) writeonly buffer NextStamps { uint next_stamps[]; };
layout(std430, binding = 7) readonly buffer Pairs { uvec2 pair[]; }; // destination, column
layout(std430, binding = 8) buffer Lengths { uint lengths[]; };
layout(std430, binding = 9) buffer Counts { uint counts[]; }; // open pairs of each column
layout(std430, binding = 10) buffer Totals { uint totals[]; }; // nodes of each level after base, of each column
layout(constant_id = 2) const uint COUNT = 0; // whether they are counted
layout(push_constant) uniform Args {
	uint nodes;      // those with edges; they come first
	uint row_groups; // workgroups for rows
	uint ahead;      // levels after base
};
#include "bfs_answer.glsl"

shared uint grown;

bool none(uvec4 x) { return (x.x | x.y | x.z | x.w) == 0; }

// Neighbours of a node: four come with one load, and rest[k + 1] to rest[k + more]
// where there are others. The last is repeated where there are fewer.
struct Near { uvec4 four; uint k, more; };

Near near(uint node) {
	Near n = Near(first_four[node], 0, 0);
	if ((n.four.w & 0x80000000u) != 0) {
		n.k = n.four.w & 0x7fffffffu;
		n.more = rest[n.k];
		n.four.w = n.four.z;
	}
	return n;
}

uvec4 row(uint node, uint lane) { return old[node * LANES + lane]; }

// Degrees are at most 256. Loads that do not depend on each other come together,
// so that they wait for memory together.
void grow(uint node, uint lane, uint stamp) {
	Near n = near(node);
	uvec4 stamps = uvec4(old_stamps[n.four.x], old_stamps[n.four.y], old_stamps[n.four.z], old_stamps[n.four.w]);
	bool copy = old_stamps[node] == stamp - 1, others = false;
	bvec4 fresh = equal(stamps, uvec4(stamp - 1));
	for (uint i = n.k + 1; i <= n.k + n.more; i++)
		others = others || old_stamps[rest[i]] == stamp - 1;
	if (!copy && !others && !any(fresh))
		return;
	uint at = 4 * lane;
	uvec4 mask = uvec4(searching[at], searching[at + 1], searching[at + 2], searching[at + 3]);
	uvec4 was = row(node, lane), x = uvec4(0), y = x, z = x, w = x;
	if (fresh.x)
		x = row(n.four.x, lane);
	if (fresh.y && n.four.y != n.four.x)
		y = row(n.four.y, lane);
	if (fresh.z && n.four.z != n.four.y)
		z = row(n.four.z, lane);
	if (fresh.w && n.four.w != n.four.z)
		w = row(n.four.w, lane);
	uvec4 found = x | y | z | w;
	if (others)
		for (uint i = n.k + 1; i <= n.k + n.more; i++)
			if (old_stamps[rest[i]] == stamp - 1)
				found |= row(rest[i], lane);
	found = was | (found & mask);
	next[node * LANES + lane] = found;
	uvec4 new = found ^ was;
	if (none(new))
		return;
	next_stamps[node] = stamp;
	grown = 1;
	if (COUNT != 0)
		for (uint i = 0; i < 4; i++)
			for (uint bits = new[i]; bits != 0; bits &= bits - 1)
				atomicAdd(totals[(ahead * LANES + lane) * 128 + 32 * i + findLSB(bits)], 1);
}

bool sees(uint v, uint column) { return (old[v * LANES + (column >> 7)][column >> 5 & 3] >> (column & 31) & 1) != 0; }

void look(uint p, uint level) {
	if (p >= pairs || lengths[first_pair + p] != OPEN)
		return;
	uint column = pair[first_pair + p].y;
	Near n = near(pair[first_pair + p].x);
	bool seen = sees(n.four.x, column) || sees(n.four.y, column) || sees(n.four.z, column) || sees(n.four.w, column);
	for (uint i = n.k + 1; i <= n.k + n.more && !seen; i++)
		seen = sees(rest[i], column);
	if (seen)
		answer(first_pair + p, column, level);
}

void main() {
	uint level = base + ahead, group = workgroup();
	if (!has_changed(ahead - 1))
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
		note_change(ahead);
}
