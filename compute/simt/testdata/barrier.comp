#version 450
// Some invocations do not reach the barrier.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Words { uint words[]; };

void main() {
	uint i = gl_LocalInvocationID.x;
#ifndef RIGHT
	if (i < 40)
#endif
	barrier(); // reports barrier in divergent flow
	words[i] = i;
}
