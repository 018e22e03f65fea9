#version 450
#extension GL_GOOGLE_include_directive : require
#define LENGTHS_ACCESS
#include "prepared_tile.glsl"

// Eliminates the nodes of X that one tile on the diagonal has, within that tile. It is
// the first of three dispatches that eliminate SIDE nodes of each large front: the tiles
// of the same rows or columns follow, and then all others (blocked Floyd-Warshall: G.
// Venkataraman, S. Sahni, S. Mukhopadhyaya, JEA 8, 2003). A workgroup owns the tile of a
// front; jobs name the fronts alone.
layout(push_constant) uniform Args {
	uint first; // of the jobs
	uint count;
	uint step; // tile on the diagonal
};

shared uint s[SIDE][SIDE];

void main() {
	if (workgroup() >= count)
		return;
	open_job(first + workgroup());
	uint corner = SIDE * step, nodes = min(SIDE, size - min(size, corner));
	if (corner >= f.x)
		return;
	uint t = gl_LocalInvocationID.x;
	for (uint e = t; e < SIDE * SIDE; e += gl_WorkGroupSize.x) {
		uint i = e / SIDE, j = e % SIDE;
		s[i][j] = i < nodes && j < nodes ? lengths[place_of(corner + i, corner + j)] : UNREACHED;
	}
	barrier();
	for (uint k = 0; k < min(SIDE, f.x - corner); k++) {
		for (uint e = t; e < SIDE * SIDE; e += gl_WorkGroupSize.x) {
			uint i = e / SIDE, j = e % SIDE, via = s[i][k] + s[k][j];
			if (i != k && via < s[i][j]) // row k and column k stay as they are
				s[i][j] = via;
		}
		barrier();
	}
	for (uint e = t; e < SIDE * SIDE; e += gl_WorkGroupSize.x) {
		uint i = e / SIDE, j = e % SIDE;
		if (i < nodes && j < nodes)
			lengths[place_of(corner + i, corner + j)] = s[i][j];
	}
}
