#version 450
// The mean of each element and its neighbour, rounded down.
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer A { uint a[]; };
layout(binding = 1) writeonly buffer B { uint b[]; };

void main() {
	uint i = gl_GlobalInvocationID.x;
	b[i] = (a[i] + a[i ^ 1]) / 2;
}
