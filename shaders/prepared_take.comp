#version 450
#extension GL_GOOGLE_include_directive : require
#define LENGTHS_ACCESS
#include "prepared_tile.glsl"

// Takes the exact lengths among B of large fronts from their parents, which no workgroup
// writes meanwhile. A workgroup owns a tile.
layout(std430, binding = 3) readonly buffer Place { uint place[]; }; // of boundaries, in the parent
layout(push_constant) uniform Args {
	uint first; // of the jobs
	uint count;
};

void main() {
	if (workgroup() >= count)
		return;
	open_job(first + workgroup());
	if (f.b == 0)
		return;
	Front p = fronts[f.parent];
	for (uint e = gl_LocalInvocationID.x; e < SIDE * SIDE; e += gl_WorkGroupSize.x) {
		uint i = tile.x + e / SIDE, j = tile.y + e % SIDE;
		if (i >= f.x && j >= f.x && i < size && j < size)
			lengths[place_of(i, j)] = lengths[p.base + place[f.boundary + i - f.x] * p.stride + place[f.boundary + j - f.x]];
	}
}
