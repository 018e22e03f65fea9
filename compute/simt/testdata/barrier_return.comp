#version 450
// A whole subgroup returns before the barrier.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Words { uint words[]; };

void main() {
	uint i = gl_LocalInvocationID.x;
#ifndef RIGHT
	if (gl_WorkGroupID.x == 0 && i >= 32)
		return;
#endif
	barrier(); // reports barrier in divergent flow
	words[i] = i;
}
