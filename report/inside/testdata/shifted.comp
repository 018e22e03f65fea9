#version 450
// Rows begin one word after a sector, or at it.
layout(local_size_x = 64) in;
layout(constant_id = 1) const uint TIMES = 1;
layout(binding = 0) readonly buffer A { uint a[]; };
layout(binding = 1) writeonly buffer B { uint b[]; };
#ifdef MENDED
const uint BEGIN = 8;
#else
const uint BEGIN = 1;
#endif

void main() {
	uint i = gl_GlobalInvocationID.x, sum = 0;
	for (uint k = 0; k < 16 * TIMES; k++)
		sum += a[k % 16 * 512 + i + BEGIN]; // here
	b[i] = sum;
}
