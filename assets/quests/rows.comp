#version 450
// Doubles all elements, 16 in each invocation. It is right, but reads 16 times as many sectors as it must.
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer A { uint a[]; };
layout(binding = 1) writeonly buffer B { uint b[]; };

void main() {
	uint i = gl_GlobalInvocationID.x;
	for (uint k = 0; k < 16; k++)
		b[i * 16 + k] = 2 * a[i * 16 + k];
}
