#version 450
// A loop whose condition never changes.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Words { uint words[]; };

void main() {
	uint i = gl_LocalInvocationID.x, n = 0;
#ifdef RIGHT
	while (n < 100)
#else
	while (words[i] < 100) // reports loop beyond bound
#endif
		n++;
	words[i] = n;
}
