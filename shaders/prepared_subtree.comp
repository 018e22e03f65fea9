#version 450
#extension GL_GOOGLE_include_directive : require
#define DIST_ACCESS coherent
#include "prepared_one.glsl"

// Finds the distances from one source to all nodes of whole subtrees. One workgroup owns a
// subtree and goes down depth by depth; an invocation owns a node at a time. A subtree has
// so few nodes that an invocation stays below 32,768 iterations.
//
// Races change nothing: a barrier divides a depth from the next one, and the nodes of B
// belong to this workgroup or to earlier dispatches.
layout(std430, binding = 5) readonly buffer Spans { uvec2 spans[]; };   // by subtree: first of its depths, depths
layout(std430, binding = 6) readonly buffer Depths { uvec2 depths[]; }; // first node, end
layout(push_constant) uniform Args { uint count; };

void main() {
	if (workgroup() >= count)
		return;
	uvec2 span = spans[workgroup()], range = depths[span.x];
	uint t = gl_LocalInvocationID.x, on = query[0].y;
	Node node = nodes[min(range.x + t, max(range.y, 1) - 1)];
	Rows rows = load_rows(node, 0, 1);
	for (uint d = 1; d <= span.y; d++) {
		uvec2 next = depths[span.x + min(d, span.y - 1)];
		Node ahead = nodes[min(next.x + t, max(next.y, 1) - 1)]; // early, to have it when the depth begins
		for (uint k = range.x + t; k < range.y; k += gl_WorkGroupSize.x) {
			if (k != range.x + t) {
				node = nodes[k];
				rows = load_rows(node, 0, 1);
			}
			uint least = least_of(node, rows, 0, 1);
			if (!has_climbed(node, on))
				dist[node.id] = least;
		}
		node = ahead;
		rows = load_rows(node, 0, 1);
		range = next;
		groupMemoryBarrier();
		barrier();
	}
}
