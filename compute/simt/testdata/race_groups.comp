#version 450
// All invocations of all workgroups increment one word.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Words { uint words[]; };

void main() {
	uint i = gl_LocalInvocationID.x;
#ifdef RIGHT
	atomicAdd(words[0], 1u);
#else
	words[0] += 1; // reports data race
#endif
}
