#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "prepared.glsl"

// Customization, from the root to the leaves: takes the exact lengths among B from the
// parent, and makes all others exact with them. One workgroup owns one front of at most
// CAP nodes, whose lengths it keeps in shared memory; a team of SIDE invocations owns a
// row.
//
// Races change nothing: a row of X to B is read and written by one team alone, and a
// barrier divides reading from writing. Lengths of B to X are read in shared memory and
// written to the buffer.
layout(constant_id = 1) const uint CAP = 32;
layout(std430, binding = 1) buffer Lengths { uint lengths[]; };
layout(std430, binding = 2) readonly buffer Place { uint place[]; }; // of boundaries, in the parent
layout(std430, binding = 3) readonly buffer Jobs { uint jobs[]; };
layout(push_constant) uniform Args {
	uint first; // of the jobs
	uint count;
};

const uint COLUMNS = (CAP + SIDE - 1) / SIDE; // that an invocation keeps

shared uint s[CAP * CAP];

void main() {
	uint t = gl_LocalInvocationID.x, column = t % SIDE, team = t / SIDE, teams = gl_WorkGroupSize.x / SIDE;
	if (workgroup() >= count)
		return;
	Front f = fronts[jobs[first + workgroup()]];
	if (f.b == 0)
		return;
	Front p = fronts[f.parent];
	uint size = f.x + f.b;
	for (uint i = team; i < size; i += teams)
		for (uint j = column; j < size; j += SIDE) {
			uint from = f.base + i * f.stride + j;
			if (i >= f.x && j >= f.x)
				from = p.base + place[f.boundary + i - f.x] * p.stride + place[f.boundary + j - f.x];
			s[i * size + j] = lengths[from];
		}
	barrier();
	for (uint above = 0; above < f.x; above += teams) { // X to B
		uint i = above + team, best[COLUMNS];
		[[unroll]] for (uint c = 0; c < COLUMNS; c++)
			best[c] = UNREACHED;
		if (i < f.x)
			for (uint k = f.x; k < size; k++) {
				uint head = s[i * size + k];
				[[unroll]] for (uint c = 0; c < COLUMNS; c++)
					best[c] = min(best[c], head + s[k * size + f.x + min(column + SIDE * c, f.b - 1)]);
			}
		barrier();
		[[unroll]] for (uint c = 0; c < COLUMNS; c++) {
			uint j = column + SIDE * c;
			if (i < f.x && j < f.b) {
				s[i * size + f.x + j] = best[c];
				lengths[f.base + i * f.stride + f.x + j] = best[c];
			}
		}
	}
	barrier();
	for (uint i = team; i < size; i += teams) // X to X, and B to X
		for (uint j = column; j < f.x; j += SIDE) {
			uint least = s[i * size + j];
			for (uint k = f.x; k < size; k++)
				least = min(least, s[i * size + k] + s[k * size + j]);
			lengths[f.base + i * f.stride + j] = least;
		}
	for (uint i = f.x + team; i < size; i += teams)
		for (uint j = f.x + column; j < size; j += SIDE)
			lengths[f.base + i * f.stride + j] = s[i * size + j];
}
