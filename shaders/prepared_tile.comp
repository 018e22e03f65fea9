#version 450
#extension GL_GOOGLE_include_directive : require
#define LENGTHS_ACCESS
#include "prepared_tile.glsl"

// Lowers lengths of large fronts by paths over some of their nodes: one tile of a product
// of two matrices, in which a sum stands for a product, and the least number for a sum. A
// workgroup owns a tile; a team of SIDE invocations owns some of its rows.
//
// PANELS and REST eliminate the nodes of X in the tile on the diagonal of one step, after
// prepared_pivot. TO_BOUNDARY and TO_SEPARATOR are customization from the root to the
// leaves, over all nodes of B: X to B, and then X and B to X.
//
// Races change nothing. In PANELS and REST no workgroup reads a tile that another one
// writes. In the others it may, but what a workgroup reads late is an exact length: a
// path over it is not shorter than the exact one that it looks for.
const uint PANELS = 0, REST = 1, TO_BOUNDARY = 2, TO_SEPARATOR = 3;
layout(push_constant) uniform Args {
	uint first; // of the jobs
	uint count;
	uint step; // tile on the diagonal
	uint phase;
};

shared uint a[SIDE][SIDE], b[SIDE][SIDE];

bool takes_part(uint corner) {
	switch (phase) {
	case PANELS:
		return corner < f.x && (tile.x == corner) != (tile.y == corner);
	case REST:
		return corner < f.x && tile.x != corner && tile.y != corner;
	case TO_BOUNDARY:
		return f.b > 0 && tile.x < f.x && tile.y + SIDE > f.x;
	}
	return f.b > 0 && tile.y < f.x;
}

bool is_mine(uint i, uint j) {
	if (i >= size || j >= size)
		return false;
	return phase < TO_BOUNDARY || (phase == TO_BOUNDARY ? i < f.x && j >= f.x : j < f.x);
}

void main() {
	if (workgroup() >= count)
		return;
	open_job(first + workgroup());
	uint corner = SIDE * step;
	if (!takes_part(corner))
		return;
	uint from = phase < TO_BOUNDARY ? corner : f.x, end = phase < TO_BOUNDARY ? min(corner + SIDE, f.x) : size;
	uint t = gl_LocalInvocationID.x, column = t % SIDE, team = t / SIDE, teams = gl_WorkGroupSize.x / SIDE;
	uint best[8]; // rows of an invocation: a workgroup has 4 teams at least
	for (uint r = 0; r < 8; r++)
		best[r] = UNREACHED;
	for (uint k0 = from; k0 < end; k0 += SIDE) {
		for (uint e = t; e < SIDE * SIDE; e += gl_WorkGroupSize.x) {
			uint i = e / SIDE, j = e % SIDE;
			a[i][j] = tile.x + i < size && k0 + j < end ? lengths[place_of(tile.x + i, k0 + j)] : UNREACHED;
			b[i][j] = k0 + i < end && tile.y + j < size ? lengths[place_of(k0 + i, tile.y + j)] : UNREACHED;
		}
		barrier();
		for (uint k = 0; k < SIDE; k++) {
			uint over = b[k][column];
			for (uint r = 0; r < SIDE / teams; r++)
				best[r] = min(best[r], a[team + r * teams][k] + over);
		}
		barrier();
	}
	for (uint r = 0; r < SIDE / teams; r++) {
		uint i = tile.x + team + r * teams, j = tile.y + column;
		if (is_mine(i, j) && best[r] < lengths[place_of(i, j)])
			lengths[place_of(i, j)] = best[r];
	}
}
