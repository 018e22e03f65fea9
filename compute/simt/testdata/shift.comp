#version 450
// Shifts by 32 and more.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Words { uint words[]; };

void main() {
	uint i = gl_LocalInvocationID.x;
#ifdef RIGHT
	words[i] = 1u << (i & 31);
#else
	words[i] = 1u << i; // reports shift beyond width
#endif
}
