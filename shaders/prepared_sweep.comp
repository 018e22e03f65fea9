#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"
#include "prepared_sums.glsl"

// Finds the distances from many sources to the nodes of fronts: those of one depth, or all without
// children. If tiles are few, PARTS times as many invocations own a tile: each part takes some rows
// of B, and the first one writes the least sums of all.
//
// Races change nothing: a row is written by the owner of its node alone, and the rows of
// B are of fronts above. The fronts that a source has climbed through keep its distances.
layout(constant_id = 4) const uint PARTS = 1;   // of B, a power of two
const uint TILES = gl_WorkGroupSize.x / (SHARE * PARTS); // of a workgroup
layout(push_constant) uniform Args {
	uint first; // of the tiles
	uint count;
};

// What the second half of the parts has found, for the first half.
const uint HALF = TILES * (PARTS / 2) * SHARE;
shared uvec4 found[NODES * HALF + 1 / PARTS];

// Leaves the least sums of all parts with the first one.
void join(uint own, uint part, uint q) {
	for (uint parts = PARTS / 2; parts > 0; parts /= 2) {
		uint slot = (own * (PARTS / 2) + part % parts) * SHARE + q;
		barrier();
		if (part >= parts && part < 2 * parts)
			[[unroll]] for (uint i = 0; i < 8; i++)
				if (i < NODES)
					found[i * HALF + slot] = best[i];
		barrier();
		if (part < parts)
			[[unroll]] for (uint i = 0; i < 8; i++)
				if (i < NODES)
					best[i] = min(best[i], found[i * HALF + slot]);
	}
}

void main() {
	uint t = gl_LocalInvocationID.x, q = t % SHARE, part = t / SHARE % PARTS, own = t / (SHARE * PARTS), number = workgroup() * TILES + own;
	Tile tile = tiles[first + min(number, count - 1)];
	uvec4 on = fronts_of(q);
	find(tile, q, part, PARTS);
	join(own, part, q);
	if (part != 0 || number >= count)
		return;
	bvec4 climbed = has_climbed(tile, on);
	uint at[8];
	[[unroll]] for (uint i = 0; i < 8; i++)
		at[i] = node_of[tile.row + min(i, tile.nodes - 1)] * SHARE + q;
	[[unroll]] for (uint i = 0; i < 8; i++)
		if (i < NODES && i < tile.nodes) {
			if (any(climbed))
				best[i] = mix(best[i], dist[at[i]], climbed);
			dist[at[i]] = best[i];
		}
}
