#version 450
// A variable has a value only on one side of a branch.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Words { uint words[]; };

void main() {
	uint i = gl_LocalInvocationID.x, x;
#ifdef RIGHT
	x = 0;
#endif
	if (words[i] == 1)
		x = 7;
	words[i] = x; // reports uninitialized memory read
}
