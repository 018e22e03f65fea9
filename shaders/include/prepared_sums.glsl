// The least sums of tiles: of a distance of B and a length, from many sources. LANES / 4
// invocations own a tile, up to NODES nodes of one front; each holds four sources of them.
// Distances are rows of LANES words, so that the result needs no reordering. Loads are waited
// for most of all: the fewer registers an invocation has, the more of them wait together.
#ifndef PREPARED_SUMS_GLSL
#define PREPARED_SUMS_GLSL
#extension GL_EXT_control_flow_attributes : require
#include "prepared_limits.glsl"

layout(constant_id = 1) const uint LANES = 256; // sources side by side, a multiple of 16
layout(constant_id = 2) const uint NODES = 8;   // of a tile, at most: 4 or 8
layout(constant_id = 3) const uint ROWS = 4;    // of B that are loaded together: 2 or 4
const uint SHARE = LANES / 4;

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
	uvec4 rows;  // of distances, of the first four nodes of B
};
layout(std430, binding = 0) readonly buffer Lengths { uvec4 lengths[]; };
layout(std430, binding = 1) readonly buffer Boundary { uint boundary[]; }; // rows of distances
layout(std430, binding = 2) readonly buffer NodeOf { uint node_of[]; };    // rows of distances, by node in the order of fronts
layout(std430, binding = 3) readonly buffer Query { uvec2 query[]; };      // row of the source, preorder number of its front
layout(std430, binding = 4) readonly buffer Tiles { Tile tiles[]; };
layout(std430, binding = 5) buffer Dist { uvec4 dist[]; };

uvec4 best[8];

// Adds the lengths from a row of B to all nodes of a tile, or to the first four.
void add(uvec4 d, uint at, const bool all) {
	uvec4 u = lengths[at];
	best[0] = min(best[0], d + u.x);
	best[1] = min(best[1], d + u.y);
	best[2] = min(best[2], d + u.z);
	best[3] = min(best[3], d + u.w);
	if (!all)
		return;
	u = lengths[at + 1];
	best[4] = min(best[4], d + u.x);
	best[5] = min(best[5], d + u.y);
	best[6] = min(best[6], d + u.z);
	best[7] = min(best[7], d + u.w);
}

// Returns the rows of distances of four nodes of B.
uvec4 rows_of(Tile tile, uvec4 row) {
	if (tile.b == 0)
		return uvec4(0);
	row += tile.boundary;
	return uvec4(boundary[row.x], boundary[row.y], boundary[row.z], boundary[row.w]);
}

// Adds a part of B to all nodes of a tile, or to the first four. ROWS rows are loaded together, and
// the numbers of the next ones before these have arrived: one at a time, the latency of each load
// counts, and a sweep takes almost three times as long. Past the end the last row is added again,
// which is faster than branches between the loads.
void add_part(Tile tile, uint q, uint part, uint parts, const bool all) {
	uint last = max(tile.b, 1) - 1, j = ROWS * part;
	uvec4 row = min(uvec4(j, j + 1, j + 2, j + 3), uvec4(last)), of = part == 0 ? tile.rows : rows_of(tile, row);
	for (; j < tile.b; j += ROWS * parts) {
		uvec4 d0 = dist[of.x * SHARE + q], d1 = dist[of.y * SHARE + q], d2, d3;
		if (ROWS == 4) {
			d2 = dist[of.z * SHARE + q];
			d3 = dist[of.w * SHARE + q];
		}
		uvec4 at = tile.column + row * tile.stride;
		row = min(row + ROWS * parts, uvec4(last));
		of = rows_of(tile, row);
		add(d0, at.x, all);
		add(d1, at.y, all);
		if (ROWS == 4) {
			add(d2, at.z, all);
			add(d3, at.w, all);
		}
	}
}

// Leaves the least sums over one of some parts of B in best.
void find(Tile tile, uint q, uint part, uint parts) {
	[[unroll]] for (uint i = 0; i < 8; i++)
		best[i] = uvec4(UNREACHED);
	if (NODES > 4 && tile.nodes > 4)
		add_part(tile, q, part, parts, true);
	else
		add_part(tile, q, part, parts, false);
}

// The preorder numbers of the fronts of an invocation's sources.
uvec4 fronts_of(uint q) { return uvec4(query[4 * q].y, query[4 * q + 1].y, query[4 * q + 2].y, query[4 * q + 3].y); }

// Reports which sources are in a tile's front or below it: its distances are known from their climbs.
bvec4 has_climbed(Tile tile, uvec4 on) {
	bvec4 climbed;
	for (uint c = 0; c < 4; c++)
		climbed[c] = tile.pre <= on[c] && on[c] < tile.end;
	return climbed;
}

#endif
