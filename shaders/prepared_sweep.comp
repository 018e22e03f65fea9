#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "invocation.glsl"
#include "prepared_limits.glsl"

// Finds the distances from many sources to the nodes of all fronts of one depth: the
// least sums of a distance of B and a length. LANES / 4 invocations own a tile, up to
// eight nodes of one front; each holds four sources of them. If tiles are few, PARTS times
// as many own a tile: each part takes some rows of B, and the first one writes the least
// sums of all. Distances are rows of LANES words by node, so that the result needs no
// reordering.
//
// Races change nothing: a row is written by the owner of its node alone, and the rows of
// B are of lesser depths. The fronts that a source has climbed through keep its distances.
layout(constant_id = 1) const uint LANES = 256; // sources side by side, a multiple of 16
layout(constant_id = 2) const uint PARTS = 1;   // of B, a power of two
const uint SHARE = LANES / 4, TILES = gl_WorkGroupSize.x / (SHARE * PARTS); // of a workgroup

// A tile of nodes.
struct Tile {
	uint column; // first of its lengths, divided by four, as is stride
	uint stride; // from a row of lengths to the next one
	uint boundary;
	uint b;
	uint row;    // of its first node
	uint nodes;
	uint pre;    // fronts in preorder: its own
	uint end;    // and the end of the subtree
};
layout(std430, binding = 0) readonly buffer Lengths { uvec4 lengths[]; };
layout(std430, binding = 1) readonly buffer Boundary { uint boundary[]; }; // nodes
layout(std430, binding = 2) readonly buffer NodeOf { uint node_of[]; };    // by row
layout(std430, binding = 3) readonly buffer Query { uvec2 query[]; };      // row of the source, preorder number of its front
layout(std430, binding = 4) readonly buffer Tiles { Tile tiles[]; };
layout(std430, binding = 5) buffer Dist { uvec4 dist[]; };
layout(push_constant) uniform Args {
	uint first; // of the tiles
	uint count;
};

// What the second half of the parts has found, for the first half.
const uint HALF = TILES * (PARTS / 2) * SHARE;
shared uvec4 found[8 * HALF + 1 / PARTS];

uvec4 best[8];

void add(uvec4 d, uint at) {
	uvec4 u = lengths[at], v = lengths[at + 1];
	best[0] = min(best[0], d + u.x);
	best[1] = min(best[1], d + u.y);
	best[2] = min(best[2], d + u.z);
	best[3] = min(best[3], d + u.w);
	best[4] = min(best[4], d + v.x);
	best[5] = min(best[5], d + v.y);
	best[6] = min(best[6], d + v.z);
	best[7] = min(best[7], d + v.w);
}

// Returns the nodes of four rows of B.
uvec4 nodes_of(Tile tile, uvec4 row) {
	if (tile.b == 0)
		return uvec4(0);
	row += tile.boundary;
	return uvec4(boundary[row.x], boundary[row.y], boundary[row.z], boundary[row.w]);
}

// Leaves the least sums of all parts with the first one.
void join(uint own, uint part, uint q) {
	for (uint parts = PARTS / 2; parts > 0; parts /= 2) {
		uint slot = (own * (PARTS / 2) + part % parts) * SHARE + q;
		barrier();
		if (part >= parts && part < 2 * parts)
			[[unroll]] for (uint i = 0; i < 8; i++)
				found[i * HALF + slot] = best[i];
		barrier();
		if (part < parts)
			[[unroll]] for (uint i = 0; i < 8; i++)
				best[i] = min(best[i], found[i * HALF + slot]);
	}
}

void main() {
	uint t = gl_LocalInvocationID.x, q = t % SHARE, part = t / SHARE % PARTS, own = t / (SHARE * PARTS), number = workgroup() * TILES + own;
	Tile tile = tiles[first + min(number, count - 1)];
	uvec4 on = uvec4(query[4 * q].y, query[4 * q + 1].y, query[4 * q + 2].y, query[4 * q + 3].y);
	[[unroll]] for (uint i = 0; i < 8; i++)
		best[i] = uvec4(UNREACHED);
	// Four rows of B are loaded together, and the numbers of the next four before these have
	// arrived: one at a time, the latency of each load counts, and a sweep takes almost three
	// times as long. Past the end the last row is added again.
	uint last = max(tile.b, 1) - 1, j = 4 * part;
	uvec4 row = min(uvec4(j, j + 1, j + 2, j + 3), uvec4(last)), of = nodes_of(tile, row);
	for (; j < tile.b; j += 4 * PARTS) {
		uvec4 d0 = dist[of.x * SHARE + q], d1 = dist[of.y * SHARE + q], d2 = dist[of.z * SHARE + q], d3 = dist[of.w * SHARE + q];
		uvec4 at = tile.column + row * tile.stride;
		row = min(row + 4 * PARTS, uvec4(last));
		of = nodes_of(tile, row);
		add(d0, at.x);
		add(d1, at.y);
		add(d2, at.z);
		add(d3, at.w);
	}
	join(own, part, q);
	if (part != 0 || number >= count)
		return;
	bvec4 climbed;
	for (uint c = 0; c < 4; c++)
		climbed[c] = tile.pre <= on[c] && on[c] < tile.end;
	uint at[8];
	[[unroll]] for (uint i = 0; i < 8; i++)
		at[i] = node_of[tile.row + min(i, tile.nodes - 1)] * SHARE + q;
	[[unroll]] for (uint i = 0; i < 8; i++)
		if (i < tile.nodes) {
			if (any(climbed))
				best[i] = mix(best[i], dist[at[i]], climbed);
			dist[at[i]] = best[i];
		}
}
