#version 450
#extension GL_GOOGLE_include_directive : require
#define STATE 6
#include "bfs_rows.glsl"

// Computes one level of a sweep on a graph with small degrees and many levels, bottom-up, like
// bfs_rows_level. A piece of a row has work only if the same piece of the node or of a neighbour
// changed in the previous level, as recorded by a bit per piece. The sources of neighbouring
// columns are close together, so their searches pass a node within few levels, and most pieces have
// no work in most levels.
//
// Each invocation first owns a node and lists the pieces of its row that have work. The workgroup
// then divides the pieces of all its nodes, four words per invocation. The workgroups after those
// of the nodes answer the pairs whose destination has a neighbour seen in the previous level, one
// invocation per pair.
//
// There is one harmless race: a column may retire while rows grow, and a row may or may not get its
// bit. The bit is not read again.
layout(std430, binding = 0) readonly buffer Four { uvec4 first_four[]; };
layout(std430, binding = 1) readonly buffer Rest { uint rest[]; }; // a count, followed by that number of neighbours
layout(std430, binding = 2) readonly buffer Old { uvec4 old[]; };
layout(std430, binding = 3) writeonly buffer Next { uvec4 next[]; };
layout(std430, binding = 4) readonly buffer OldFresh { uint old_fresh[]; }; // bits of each node's pieces that changed in the previous level
layout(std430, binding = 5) writeonly buffer NextFresh { uint next_fresh[]; };
layout(std430, binding = 7) readonly buffer Pairs { uvec2 pair[]; }; // destination, column
layout(std430, binding = 8) buffer Lengths { uint lengths[]; };
layout(std430, binding = 9) buffer Counts { uint counts[]; }; // open pairs of each column
layout(std430, binding = 10) buffer Totals { uint totals[]; }; // new nodes of each level after base, by column
layout(constant_id = 2) const uint COUNT = 0; // 1: count them
layout(push_constant) uniform Args {
	uint nodes;      // nodes with edges, which come first
	uint row_groups; // workgroups for rows
	uint ahead;      // levels after base
};
#include "bfs_answer.glsl"

shared uint work[gl_WorkGroupSize.x * PIECES]; // node in the workgroup * 32 + piece
shared uint work_end;
shared uint fresh[gl_WorkGroupSize.x];
shared uint grown;
shared uint sums[COUNT * 8 * WORDS + 1]; // new nodes of four columns, a byte each; a workgroup finds at most 255

bool none(uvec4 x) { return (x.x | x.y | x.z | x.w) == 0; }

// The neighbours of a node: four from a single load, and rest[k + 1] to rest[k + more] if there are
// more. If there are fewer, the last one is repeated.
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

// Lists the pieces of a node that have work. Degrees are at most 256.
void list(uint node, uint local) {
	Near n = near(node);
	uint pieces = old_fresh[node] | old_fresh[n.four.x] | old_fresh[n.four.y] | old_fresh[n.four.z] | old_fresh[n.four.w];
	for (uint i = n.k + 1; i <= n.k + n.more; i++)
		pieces |= old_fresh[rest[i]];
	if (pieces == 0)
		return;
	uint at = atomicAdd(work_end, bitCount(pieces));
	for (; pieces != 0; pieces &= pieces - 1)
		work[at++] = local << 5 | findLSB(pieces);
}

uvec4 row(uint node, uint lane) { return old[node * LANES + lane]; }

// Independent loads come together, so that their latencies overlap.
void grow(uint node, uint local, uint piece, uint lane) {
	Near n = near(node);
	uint bit = 1u << piece, at = 4 * lane;
	uvec4 were = uvec4(old_fresh[n.four.x], old_fresh[n.four.y], old_fresh[n.four.z], old_fresh[n.four.w]) & bit;
	uvec4 mask = uvec4(searching[at], searching[at + 1], searching[at + 2], searching[at + 3]);
	uvec4 was = row(node, lane), x = uvec4(0), y = x, z = x, w = x;
	if (were.x != 0)
		x = row(n.four.x, lane);
	if (were.y != 0 && n.four.y != n.four.x)
		y = row(n.four.y, lane);
	if (were.z != 0 && n.four.z != n.four.y)
		z = row(n.four.z, lane);
	if (were.w != 0 && n.four.w != n.four.z)
		w = row(n.four.w, lane);
	uvec4 found = x | y | z | w;
	for (uint i = n.k + 1; i <= n.k + n.more; i++)
		if ((old_fresh[rest[i]] & bit) != 0)
			found |= row(rest[i], lane);
	found = was | (found & mask);
	next[node * LANES + lane] = found;
	uvec4 new = found ^ was;
	if (none(new))
		return;
	atomicOr(fresh[local], bit);
	grown = 1;
	if (COUNT != 0)
		for (uint i = 0; i < 4; i++)
			for (uint bits = new[i]; bits != 0; bits &= bits - 1)
				atomicAdd(sums[32 * lane + findLSB(bits)], 1u << 8 * i);
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

// Adds the sums of the workgroup to the totals of the level.
void add_up() {
	for (uint k = gl_LocalInvocationID.x; k < 8 * WORDS; k += gl_WorkGroupSize.x)
		if (sums[k] != 0)
			for (uint i = 0; i < 4; i++) {
				uint sum = sums[k] >> 8 * i & 255;
				if (sum != 0)
					atomicAdd(totals[ahead * 32 * WORDS + 128 * (k / 32) + 32 * i + k % 32], sum);
			}
}

void main() {
	uint group = workgroup(), t = gl_LocalInvocationID.x, size = gl_WorkGroupSize.x;
	if (!has_changed(ahead - 1))
		return;
	if (group >= row_groups) {
		look((group - row_groups) * size + t, base + ahead);
		return;
	}
	uint first = group * size, node = first + t;
	if (t == 0)
		grown = work_end = 0;
	fresh[t] = 0;
	if (COUNT != 0)
		for (uint k = t; k < 8 * WORDS; k += size)
			sums[k] = 0;
	barrier();
	if (node < nodes)
		list(node, t);
	barrier();
	for (uint i = t; i < work_end * EACH; i += size) {
		uint local = work[i / EACH] >> 5, piece = work[i / EACH] & 31;
		grow(first + local, local, piece, piece * EACH + i % EACH);
	}
	barrier();
	if (node < nodes)
		next_fresh[node] = fresh[t];
	if (COUNT != 0)
		add_up();
	if (t == 0 && grown != 0)
		note_change(ahead);
}
