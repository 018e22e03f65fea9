#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"
#define CONTROL 2
#define CONTROL_ACCESS readonly
#include "sssp_nearfar.glsl"

// Marks the nodes of the near queue in the states that sssp_state wrote. One
// invocation owns one entry.
layout(std430, binding = 0) readonly buffer Dist { uint dist[]; };
layout(std430, binding = 1) readonly buffer NearQueue { uint near_queue[]; };
layout(std430, binding = 3) writeonly buffer States { uint states[]; };

const uint NEAR = 2, MAX_DISTANCE = (1 << 30) - 1;

void main() {
	uint i = invocation();
	if (i >= near || done != 0)
		return;
	uint v = near_queue[i];
	states[v] = NEAR << 30 | min(dist[v], MAX_DISTANCE);
}
