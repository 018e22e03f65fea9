#version 450
// Reads what another invocation wrote, without a barrier between.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Words { uint words[]; };

shared uint held[64];
void main() {
	uint i = gl_LocalInvocationID.x;
	held[i] = i; // may report data race
#ifdef RIGHT
	barrier();
#endif
	words[i] = held[(i + 1) % 64]; // reports data race, may report uninitialized memory read
}
