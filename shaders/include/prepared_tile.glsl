// What the kernels share that work on large fronts, whose lengths stay in device memory.
// A workgroup takes a tile of SIDE rows and columns: a job is the front and the number of
// the tile, row by row.
#ifndef PREPARED_TILE_GLSL
#define PREPARED_TILE_GLSL
#include "prepared.glsl"

layout(std430, binding = 1) LENGTHS_ACCESS buffer Lengths { uint lengths[]; };
layout(std430, binding = 2) readonly buffer Jobs { uvec2 jobs[]; };

Front f;
uint size;   // rows of its lengths
uvec2 tile;  // row and column of its first length
uint tiles;  // in a row

void open_job(uint i) {
	uvec2 job = jobs[i];
	f = fronts[job.x];
	size = f.x + f.b;
	tiles = (size + SIDE - 1) / SIDE;
	tile = SIDE * uvec2(job.y / tiles, job.y % tiles);
}

uint place_of(uint i, uint j) { return f.base + i * f.stride + j; }

#endif
