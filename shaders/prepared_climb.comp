#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "prepared.glsl"

// Finds the exact distances to the nodes of all fronts from a source's to the root. One
// workgroup owns one source; a team of SIDE invocations owns rows of lengths.
//
// Races change nothing: distances are lowered by atomic operations, in any order, and a
// barrier divides a front from the next one. Distances of B become exact only in the
// front that has them in X.
layout(constant_id = 1) const uint LANES = 1;   // sources side by side: a row of distances
layout(constant_id = 2) const uint PATH = 1024; // nodes of the longest path from a root
layout(constant_id = 3) const uint CAP = 128;   // nodes of the largest front
layout(constant_id = 4) const uint ROWS = 4;    // that an invocation loads together: a front waits for loads, most of all
layout(std430, binding = 1) readonly buffer Lengths { uint lengths[]; };
layout(std430, binding = 2) readonly buffer Offset { uint offsets[]; }; // of boundaries, on the path from the root
layout(std430, binding = 3) readonly buffer NodeOf { uint node_of[]; };   // by row
layout(std430, binding = 4) readonly buffer FrontOf { uint front_of[]; }; // by row
layout(std430, binding = 5) readonly buffer Query { uvec2 query[]; };     // row of the source, preorder number of its front
layout(std430, binding = 6) buffer Dist { uint dist[]; };                 // LANES words a node
layout(push_constant) uniform Args { uint count; };

shared uint path[PATH], at[CAP], before[CAP], best[CAP];

void main() {
	uint t = gl_LocalInvocationID.x, n = gl_WorkGroupSize.x, column = t % SIDE, team = t / SIDE, teams = n / SIDE, lane = workgroup();
	if (lane >= count)
		return;
	for (uint i = t; i < PATH; i += n)
		path[i] = UNREACHED;
	barrier();
	uint row = query[lane].x, number = front_of[row];
	Front f = fronts[number];
	if (t == 0)
		path[f.offset + row - f.row] = 0;
	barrier();
	for (uint depth = f.depth + 1; depth > 0; depth--) {
		Front next = fronts[depth > 1 ? f.parent : number]; // early, to have it when this one is done
		uint size = f.x + f.b;
		for (uint i = t; i < size; i += n) {
			at[i] = i < f.x ? f.offset + i : offsets[f.boundary + i - f.x];
			before[i] = best[i] = path[at[i]];
		}
		barrier();
		for (uint j = column; j < size; j += SIDE) {
			uint least = UNREACHED, end = j < f.x ? size : f.x; // among B the parent knows better
			for (uint first = team; first < end; first += ROWS * teams)
				[[unroll]] for (uint r = 0; r < ROWS; r++) { // a row twice lowers nothing
					uint i = min(first + r * teams, end - 1);
					least = min(least, before[i] + lengths[f.base + i * f.stride + j]);
				}
			if (least < UNREACHED)
				atomicMin(best[j], least);
		}
		barrier();
		for (uint i = t; i < size; i += n) {
			path[at[i]] = best[i];
			if (i < f.x)
				dist[node_of[f.row + i] * LANES + lane] = best[i];
		}
		barrier();
		f = next;
	}
}
