#version 450
#extension GL_GOOGLE_include_directive : require
#define LENGTHS_ACCESS
#include "prepared_tile.glsl"

// Adds the edges and the children of large fronts to their lengths. The workgroups of a
// front share the edges, and the lengths of the children; which tile they are named after
// does not matter.
//
// Races change nothing: lengths are lowered by atomic operations, in any order.
layout(std430, binding = 3) readonly buffer Place { uint place[]; }; // of boundaries, in the parent
layout(std430, binding = 4) readonly buffer Arcs { uvec2 arcs[]; };  // place in the square of the front, edge
layout(std430, binding = 5) readonly buffer Weight { uint weight[]; };
layout(push_constant) uniform Args {
	uint first; // of the jobs
	uint count;
};

void main() {
	if (workgroup() >= count)
		return;
	open_job(first + workgroup());
	uint at = (tile.x / SIDE * tiles + tile.y / SIDE) * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
	uint step = tiles * tiles * gl_WorkGroupSize.x;
	for (uint k = at; k < f.arcs; k += step) {
		uvec2 arc = arcs[f.arc + k];
		atomicMin(lengths[place_of(arc.x / size, arc.x % size)], min(weight[arc.y], UNREACHED));
	}
	for (uint c = 0; c < f.kids; c++) {
		Front kid = fronts[f.kid + c];
		for (uint e = at; e < kid.b * kid.b; e += step) {
			uint i = e / kid.b, j = e % kid.b;
			atomicMin(lengths[place_of(place[kid.boundary + i], place[kid.boundary + j])], lengths[kid.base + (kid.x + i) * kid.stride + kid.x + j]);
		}
	}
}
