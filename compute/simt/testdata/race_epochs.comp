#version 450
// Reads what another invocation wrote, without a barrier between, after more barriers than 16 bits count.
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Words { uint words[]; };

shared uint held[4];
void main() {
	uint i = gl_LocalInvocationID.x;
	for (uint a = 0; a < 70; a++)
		for (uint b = 0; b < 940; b++)
			barrier();
	held[i] = i; // may report data race
#ifdef RIGHT
	barrier();
#endif
	words[i] = held[(i + 1) % 4]; // reports data race, may report uninitialized memory read
}
