#version 450
// Half of the workgroup writes shared memory; all read it.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Words { uint words[]; };

shared uint held[64];
void main() {
	uint i = gl_LocalInvocationID.x;
#ifndef RIGHT
	if (i < 32)
#endif
	held[i] = i;
	barrier();
	words[i] = held[i]; // reports uninitialized memory read
}
