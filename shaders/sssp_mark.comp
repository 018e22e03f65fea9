#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"

// Marks the nodes of the near queue in the states written by sssp_state. One invocation owns one
// entry: a node, or a node and its distance; such an entry is dead if the node's distance has
// decreased since.
layout(std430, binding = 0) readonly buffer Dist { uint dist[]; };
layout(std430, binding = 1) readonly buffer Queue { uint queue[]; };
layout(std430, binding = 2) writeonly buffer States { uint states[]; };
layout(push_constant) uniform Args {
	uint count; // entries
	uint first; // first word of the entries
	uint words; // of an entry
};

const uint NEAR = 2, MAX_DISTANCE = (1 << 30) - 1;

void main() {
	uint i = invocation();
	if (i >= count)
		return;
	uint at = first + i * words, v = queue[at], d = dist[v];
	if (words == 1 || queue[at + 1] == d)
		states[v] = NEAR << 30 | min(d, MAX_DISTANCE);
}
