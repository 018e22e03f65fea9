#version 450
// All invocations write one word of shared memory.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Words { uint words[]; };

shared uint slot;
void main() {
	uint i = gl_LocalInvocationID.x;
#ifdef RIGHT
	if (i == 0)
#endif
	slot = i; // reports data race
	barrier();
	words[i] = slot;
}
