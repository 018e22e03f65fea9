#version 450
// The first invocation divides by zero.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Words { uint words[]; };

void main() {
	uint i = gl_LocalInvocationID.x;
#ifdef RIGHT
	words[i] = 100 / (i + 1);
#else
	words[i] = 100 / i; // reports division by zero
#endif
}
