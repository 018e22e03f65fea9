#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"
#include "prepared_limits.glsl"

// Writes how far a tree is with each node, for the picture: a state in the two highest bits,
// the distance below. One invocation owns one node. Where news are asked for, a node that
// had no distance the last time is near, and all others that have one are relaxed.
layout(std430, binding = 0) readonly buffer Dist { uint dist[]; };
layout(std430, binding = 1) buffer States { uint states[]; };
layout(push_constant) uniform Args {
	uint nodes;
	uint news;
};

const uint NEAR = 2, RELAXED = 3;

void main() {
	uint v = invocation();
	if (v >= nodes)
		return;
	uint d = dist[v], state = news != 0 && states[v] >> 30 == 0 ? NEAR : RELAXED;
	states[v] = d < UNREACHED ? state << 30 | d : 0;
}
