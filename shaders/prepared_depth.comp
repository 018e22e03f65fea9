#version 450
#extension GL_GOOGLE_include_directive : require
#define DIST_ACCESS
#include "prepared_one.glsl"

// Finds the distances from one source to the nodes of all fronts of one depth. SHARE
// invocations own a node and share its boundary; the first of them writes.
//
// Races change nothing: the nodes of B are of lesser depths.
layout(constant_id = 1) const uint SHARE = 8;
layout(push_constant) uniform Args {
	uint first; // of the nodes
	uint count;
};

shared uint found[gl_WorkGroupSize.x];

void main() {
	uint t = gl_LocalInvocationID.x, own = gl_WorkGroupSize.x / SHARE, i = t % own, part = t / own, k = workgroup() * own + i;
	uint on = query[0].y;
	Node node = nodes[first + min(k, count - 1)];
	uint least = least_of(node, load_rows(node, part, SHARE), part, SHARE);
	found[t] = least;
	barrier();
	if (part != 0)
		return;
	for (uint p = 1; p < SHARE; p++)
		least = min(least, found[p * own + i]);
	if (k < count && !has_climbed(node, on))
		dist[node.id] = least;
}
