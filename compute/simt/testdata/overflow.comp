#version 450
// The least integer divided by -1.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Words { uint words[]; };

void main() {
	uint i = gl_LocalInvocationID.x;
#ifdef RIGHT
	int low = 1 - 0x7fffffff;
#else
	int low = int(0x80000000u + words[i]);
#endif
	words[i] = uint(low / (i == 1 ? -1 : 2)); // reports quotient too large
}
