#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"
#include "prepared_limits.glsl"

// Counts the nodes within a limit of each source, and finds the distance of the farthest
// node that it reaches. One invocation owns one source of some nodes, those beside it the
// same nodes of other sources; the host gives it at most 32,768 nodes.
//
// Races change nothing: sums and maxima are atomic operations, in any order.
layout(constant_id = 1) const uint LANES = 16; // words a node
layout(std430, binding = 0) readonly buffer Dist { uint dist[]; };
layout(std430, binding = 1) buffer Reach { uvec2 reach[]; }; // by source: nodes, distance; zero before
layout(push_constant) uniform Args {
	uint nodes;
	uint step;  // from a node of an invocation to its next one
	uint limit;
	uint count; // sources
};

void main() {
	uint lane = invocation() % LANES, first = invocation() / LANES, within = 0, farthest = 0;
	if (lane >= count || first >= step)
		return;
	for (uint v = first; v < nodes; v += step) {
		uint d = dist[v * LANES + lane];
		if (d < UNREACHED) {
			farthest = max(farthest, d);
			within += d <= limit ? 1 : 0;
		}
	}
	atomicAdd(reach[lane].x, within);
	atomicMax(reach[lane].y, farthest);
}
