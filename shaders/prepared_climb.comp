#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "prepared.glsl"

// Finds the exact distances to the nodes of all fronts from a source's to the root. One
// workgroup owns one source; a team of SIDE invocations owns rows of lengths.
//
// Races change nothing: distances are lowered by atomic operations, in any order, and a
// barrier divides a front from the next one. A distance that is lowered before it is read
// makes no sum too low, since each length belongs to a shortest path. Distances of B
// become exact only in the front that has them in X.
layout(constant_id = 1) const uint LANES = 1;   // sources side by side: a row of distances
layout(constant_id = 2) const uint PATH = 1024; // nodes of the longest path from a root
layout(constant_id = 3) const uint ROWS = 4;    // that an invocation loads together: a front waits for loads, most of all
layout(std430, binding = 1) readonly buffer Lengths { uint lengths[]; };
layout(std430, binding = 2) readonly buffer Offset { uint offsets[]; }; // of boundaries, on the path from the root
layout(std430, binding = 3) readonly buffer NodeOf { uint node_of[]; };   // by row
layout(std430, binding = 4) readonly buffer FrontOf { uint front_of[]; }; // by row
layout(std430, binding = 5) readonly buffer Query { uvec2 query[]; };     // row of the source, preorder number of its front
layout(std430, binding = 6) buffer Dist { uint dist[]; };                 // LANES words a node
layout(push_constant) uniform Args { uint count; };

shared uint path[PATH]; // distances

// Returns the place of a front's node on the path.
uint place_of(Front f, uint i) { return i < f.x ? f.offset + i : offsets[f.boundary + i - f.x]; }

void main() {
	uint t = gl_LocalInvocationID.x, n = gl_WorkGroupSize.x, column = t % SIDE, team = t / SIDE, teams = n / SIDE, lane = workgroup();
	if (lane >= count)
		return;
	uint row = query[lane].x, number = front_of[row];
	Front f = fronts[number];
	for (uint i = t; i < PATH; i += n)
		path[i] = i == f.offset + row - f.row ? 0 : UNREACHED;
	barrier();
	for (uint depth = f.depth + 1; depth > 0; depth--) {
		Front next = fronts[depth > 1 ? f.parent : number]; // early, like id, to have it when this one is done
		uint size = f.x + f.b, id = node_of[f.row + min(t, f.x - 1)];
		for (uint j = column; j < size; j += SIDE) {
			uint least = UNREACHED, end = j < f.x ? size : f.x; // among B the parent knows better
			for (uint first = team; first < end; first += ROWS * teams)
				[[unroll]] for (uint r = 0; r < ROWS; r++) { // a row twice lowers nothing
					uint i = min(first + r * teams, end - 1);
					least = min(least, path[place_of(f, i)] + lengths[f.base + i * f.stride + j]);
				}
			if (least < UNREACHED)
				atomicMin(path[place_of(f, j)], least);
		}
		barrier();
		if (t < f.x)
			dist[id * LANES + lane] = path[f.offset + t];
		for (uint i = t + n; i < f.x; i += n)
			dist[node_of[f.row + i] * LANES + lane] = path[f.offset + i];
		f = next;
	}
}
