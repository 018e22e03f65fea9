#version 450
// A barrier that orders only shared memory, and a buffer.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Words { uint words[]; };

void main() {
	uint i = gl_LocalInvocationID.x;
	words[i] = i;
#ifdef RIGHT
	memoryBarrierBuffer();
#endif
	barrier();
	uint x = words[(i + 1) % 64]; // reports data race
	words[64 + i] = x;
}
