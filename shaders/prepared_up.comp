#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "prepared.glsl"

// Customization, from the leaves to the root: makes the lengths of a front from its edges
// and its children, and then the shortest ones over X. Those among B are exact then for
// paths within the subtree. One workgroup owns one front of at most CAP nodes, whose
// lengths it keeps in shared memory; a team of SIDE invocations owns a row.
//
// Races change nothing: edges and children lower lengths by atomic operations, in any
// order. In a step k of the elimination no invocation writes row k or column k.
layout(constant_id = 1) const uint CAP = 32;
layout(std430, binding = 1) buffer Lengths { uint lengths[]; };
layout(std430, binding = 2) readonly buffer Place { uint place[]; }; // of boundaries, in the parent
layout(std430, binding = 3) readonly buffer Arcs { uvec2 arcs[]; };  // place in the square of the front, edge
layout(std430, binding = 4) readonly buffer Weight { uint weight[]; };
layout(std430, binding = 5) readonly buffer Jobs { uint jobs[]; };
layout(push_constant) uniform Args {
	uint first; // of the jobs
	uint count;
};

const uint COLUMNS = (CAP + SIDE - 1) / SIDE; // that an invocation has

shared uint s[CAP * CAP];

void main() {
	uint t = gl_LocalInvocationID.x, column = t % SIDE, team = t / SIDE, teams = gl_WorkGroupSize.x / SIDE;
	if (workgroup() >= count)
		return;
	Front f = fronts[jobs[first + workgroup()]];
	uint size = f.x + f.b;
	for (uint i = team; i < size; i += teams)
		for (uint j = column; j < size; j += SIDE)
			s[i * size + j] = i == j ? 0 : UNREACHED;
	barrier();
	for (uint k = t; k < f.arcs; k += gl_WorkGroupSize.x) {
		uvec2 arc = arcs[f.arc + k];
		atomicMin(s[arc.x], min(weight[arc.y], UNREACHED));
	}
	bool many = f.kids > 4; // then each team takes children, else rows of them
	for (uint c = many ? team : 0; c < f.kids; c += many ? teams : 1) {
		Front kid = fronts[f.kid + c];
		for (uint i = many ? 0 : team; i < kid.b; i += many ? 1 : teams) {
			uint to = place[kid.boundary + i] * size, from = kid.base + (kid.x + i) * kid.stride + kid.x;
			for (uint j = column; j < kid.b; j += SIDE)
				atomicMin(s[to + place[kid.boundary + j]], lengths[from + j]);
		}
	}
	barrier();
	for (uint k = 0; k < f.x; k++) {
		uint row[COLUMNS]; // k
		[[unroll]] for (uint c = 0; c < COLUMNS; c++)
			row[c] = s[k * size + min(column + SIDE * c, size - 1)];
		for (uint i = team; i < size; i += teams) {
			uint head = s[i * size + k];
			if (head < UNREACHED && i != k)
				[[unroll]] for (uint c = 0; c < COLUMNS; c++) {
					uint j = column + SIDE * c;
					if (j < size)
						s[i * size + j] = min(s[i * size + j], head + row[c]);
				}
		}
		barrier();
	}
	for (uint i = team; i < size; i += teams)
		for (uint j = column; j < size; j += SIDE)
			lengths[f.base + i * f.stride + j] = s[i * size + j];
}
