#version 450
#extension GL_GOOGLE_include_directive : require
#define LENGTHS_ACCESS writeonly
#include "prepared_tile.glsl"

// Clears the lengths of large fronts: of no path, and zero from each node to itself. A
// workgroup owns a tile.
layout(push_constant) uniform Args {
	uint first; // of the jobs
	uint count;
};

void main() {
	if (workgroup() >= count)
		return;
	open_job(first + workgroup());
	for (uint e = gl_LocalInvocationID.x; e < SIDE * SIDE; e += gl_WorkGroupSize.x) {
		uint i = tile.x + e / SIDE, j = tile.y + e % SIDE;
		if (i < size && j < size)
			lengths[place_of(i, j)] = i == j ? 0 : UNREACHED;
	}
}
