#version 450
// Reads after an array of the invocation.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Words { uint words[]; };

void main() {
	uint own[4], i = gl_LocalInvocationID.x;
	for (uint k = 0; k < 4; k++)
		own[k] = k;
#ifdef RIGHT
	words[i] = own[i & 3];
#else
	words[i] = own[i & 7]; // reports access outside an array
#endif
}
