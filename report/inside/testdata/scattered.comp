#version 450
// Lanes read a row each, or neighbouring words.
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer A { uint a[]; };
layout(binding = 1) writeonly buffer B { uint b[]; };

void main() {
	uint i = gl_GlobalInvocationID.x, sum = 0, n = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
	for (uint k = 0; k < 16; k++)
#ifdef MENDED
		sum += a[k * n + i];
#else
		sum += a[i * 16 + k]; // here
#endif
	b[i] = sum;
}
