#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"

// Adds up the dependencies of some sources on each node, except for the sources themselves. One
// invocation owns a node.
layout(std430, binding = 0) readonly buffer Levels { uint level_of[]; };
layout(std430, binding = 1) readonly buffer Depend { float depend[]; };
layout(std430, binding = 2) writeonly buffer Sums { float sums[]; };
layout(push_constant) uniform Args { uint nodes; uint columns; };

void main() {
	uint v = invocation();
	if (v >= nodes)
		return;
	float sum = 0;
	for (uint i = v * columns; i < (v + 1) * columns; i++)
		if (level_of[i] != 0)
			sum += depend[i];
	sums[v] = sum;
}
