#version 450
// The last invocation writes after an array in shared memory.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Words { uint words[]; };

shared uint held[64];
void main() {
	uint i = gl_LocalInvocationID.x;
#ifdef RIGHT
	held[(i + 1) % 64] = i;
#else
	held[i + 1] = i; // reports access outside an array
#endif
	barrier();
	words[i] = held[i]; // may report uninitialized memory read
}
