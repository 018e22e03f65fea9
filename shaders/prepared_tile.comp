#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#define LENGTHS_ACCESS
#include "prepared_tile.glsl"

// Lowers lengths of large fronts by paths over some of their nodes: one tile of a product
// of two matrices, in which a sum stands for a product, and the least number for a sum. A
// workgroup owns a tile; a team of SIDE invocations owns some of its rows.
//
// Phases before TO_BOUNDARY eliminate the nodes of X in the tile on the diagonal of one step
// (blocked Floyd-Warshall: G. Venkataraman, S. Sahni, S. Mukhopadhyaya, JEA 8, 2003): DIAGONAL
// closes this tile, PANELS are the tiles of the same rows or columns, and REST all others. WHOLE
// does it in one dispatch, for fronts with few tiles: each workgroup closes the tile on the
// diagonal itself. TO_BOUNDARY and TO_SEPARATOR are customization from the root to the leaves,
// over all nodes of B: X to B, and then X and B to X.
//
// Races change nothing. In WHOLE a workgroup may read what another one writes: that is already a
// shortest length over nodes of the step, and sums with it are none that others lack. In
// DIAGONAL, PANELS and REST no workgroup reads a tile that another one writes. In the last two
// it may, but what it reads late is an exact length: a path over it is not shorter than the
// exact one that it looks for.
const uint WHOLE = 0, DIAGONAL = 1, PANELS = 2, REST = 3, TO_BOUNDARY = 4, TO_SEPARATOR = 5;
layout(constant_id = 1) const uint PHASE = WHOLE;
layout(push_constant) uniform Args {
	uint first; // of the jobs
	uint count;
	uint step; // tile on the diagonal
};

const uint TEAMS = gl_WorkGroupSize.x / SIDE, ROWS = SIDE / TEAMS; // of an invocation

shared uint a[SIDE][SIDE], b[SIDE][SIDE];
uint best[ROWS];

bool takes_part(uint corner) {
	switch (PHASE) {
	case WHOLE:
		return corner < f.x;
	case DIAGONAL:
		return corner < f.x && tile.x == corner && tile.y == corner;
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
	return PHASE < TO_BOUNDARY || (PHASE == TO_BOUNDARY ? i < f.x && j >= f.x : j < f.x);
}

// load_heads loads the lengths from the tile's rows to nodes before end.
void load_heads(uint k0, uint end) {
	for (uint e = gl_LocalInvocationID.x; e < SIDE * SIDE; e += gl_WorkGroupSize.x) {
		uint i = e / SIDE, j = e % SIDE;
		a[i][j] = tile.x + i < size && k0 + j < end ? lengths[place_of(tile.x + i, k0 + j)] : UNREACHED;
	}
}

// load_tails loads the lengths from nodes before end to columns before right.
void load_tails(uint k0, uint end, uint left, uint right) {
	for (uint e = gl_LocalInvocationID.x; e < SIDE * SIDE; e += gl_WorkGroupSize.x) {
		uint i = e / SIDE, j = e % SIDE;
		b[i][j] = k0 + i < end && left + j < right ? lengths[place_of(k0 + i, left + j)] : UNREACHED;
	}
}

// add_up sets the best of an invocation to the least sums of heads and tails.
void add_up(uint column, uint team) {
	[[unroll]] for (uint k = 0; k < SIDE; k++) {
		uint over = b[k][column];
		[[unroll]] for (uint r = 0; r < ROWS; r++)
			best[r] = min(best[r], a[team + r * TEAMS][k] + over);
	}
}

// close extends the heads by paths over the nodes of the step alone.
void close(uint from, uint end, uint column, uint team) {
	load_tails(from, end, from, end);
	load_heads(from, end);
	barrier();
	for (uint k = 0; k < end - from; k++) {
		for (uint e = gl_LocalInvocationID.x; e < SIDE * SIDE; e += gl_WorkGroupSize.x) {
			uint i = e / SIDE, j = e % SIDE, via = b[i][k] + b[k][j];
			if (i != k && via < b[i][j]) // row k and column k stay as they are
				b[i][j] = via;
		}
		barrier();
	}
	add_up(column, team);
	barrier();
	[[unroll]] for (uint r = 0; r < ROWS; r++) {
		a[team + r * TEAMS][column] = best[r];
		best[r] = UNREACHED;
	}
}

void main() {
	if (workgroup() >= count)
		return;
	open_job(first + workgroup());
	uint corner = SIDE * step;
	if (!takes_part(corner))
		return;
	uint from = PHASE < TO_BOUNDARY ? corner : f.x, end = PHASE < TO_BOUNDARY ? min(corner + SIDE, f.x) : size;
	uint t = gl_LocalInvocationID.x, column = t % SIDE, team = t / SIDE;
	[[unroll]] for (uint r = 0; r < ROWS; r++)
		best[r] = UNREACHED;
	for (uint k0 = from; k0 < end; k0 += SIDE) {
		if (PHASE < PANELS)
			close(from, end, column, team);
		else
			load_heads(k0, end);
		load_tails(k0, end, tile.y, size);
		barrier();
		add_up(column, team);
		barrier();
	}
	[[unroll]] for (uint r = 0; r < ROWS; r++) {
		uint i = tile.x + team + r * TEAMS, j = tile.y + column;
		if (is_mine(i, j) && best[r] < lengths[place_of(i, j)])
			lengths[place_of(i, j)] = best[r];
	}
}
