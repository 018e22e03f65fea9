#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"
#include "prepared_limits.glsl"

// Finds the distances from many sources to the nodes of all fronts of one depth: the
// least sums of a distance of B and a length. LANES / 4 invocations own a tile, up to
// eight nodes of one front; each holds four sources of them. Distances are rows of LANES
// words by node, so that the result needs no reordering.
//
// Races change nothing: a row is written by the owner of its node alone, and the rows of
// B are of lesser depths. The fronts that a source has climbed through keep its distances.
layout(constant_id = 1) const uint LANES = 256; // sources side by side, a multiple of 16
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

void main() {
	uint q = gl_LocalInvocationID.x % SHARE, number = workgroup() * (gl_WorkGroupSize.x / SHARE) + gl_LocalInvocationID.x / SHARE;
	if (number >= count)
		return;
	Tile tile = tiles[first + number];
	uvec4 on = uvec4(query[4 * q].y, query[4 * q + 1].y, query[4 * q + 2].y, query[4 * q + 3].y);
	for (uint i = 0; i < 8; i++)
		best[i] = uvec4(UNREACHED);
	// Four rows of B are loaded together: one at a time, the latency of each load counts,
	// and a sweep takes almost three times as long. Past the end the last row is added
	// again.
	for (uint j = 0; j < tile.b; j += 4) {
		uint last = tile.b - 1, j1 = min(j + 1, last), j2 = min(j + 2, last), j3 = min(j + 3, last);
		uint n0 = boundary[tile.boundary + j], n1 = boundary[tile.boundary + j1], n2 = boundary[tile.boundary + j2], n3 = boundary[tile.boundary + j3];
		uvec4 d0 = dist[n0 * SHARE + q], d1 = dist[n1 * SHARE + q], d2 = dist[n2 * SHARE + q], d3 = dist[n3 * SHARE + q];
		add(d0, tile.column + j * tile.stride);
		add(d1, tile.column + j1 * tile.stride);
		add(d2, tile.column + j2 * tile.stride);
		add(d3, tile.column + j3 * tile.stride);
	}
	bvec4 climbed;
	for (uint c = 0; c < 4; c++)
		climbed[c] = tile.pre <= on[c] && on[c] < tile.end;
	for (uint i = 0; i < tile.nodes; i++) {
		uint at = node_of[tile.row + i] * SHARE + q;
		if (any(climbed))
			best[i] = mix(best[i], dist[at], climbed);
		dist[at] = best[i];
	}
}
