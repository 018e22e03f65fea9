#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"

// Writes the state of each node in the search for the picture, in the two highest bits, and its
// distance below. One invocation owns one node. Afterwards sssp_mark marks the nodes of the near
// queue.
layout(std430, binding = 0) readonly buffer Dist { uint dist[]; };
layout(std430, binding = 1) writeonly buffer States { uint states[]; };
layout(push_constant) uniform Args { uint threshold; };

const uint UNREACHED = 0xffffffffu, FAR = 1, RELAXED = 3, MAX_DISTANCE = (1 << 30) - 1;

void main() {
	uint v = invocation();
	if (v >= states.length())
		return;
	uint d = dist[v];
	states[v] = d == UNREACHED ? 0 : (d >= threshold ? FAR : RELAXED) << 30 | min(d, MAX_DISTANCE);
}
