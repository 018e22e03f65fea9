#version 450
// A tile is transposed in shared memory, with rows of 32 words or of 33.
layout(local_size_x = 256) in;
layout(binding = 0) readonly buffer A { uint a[]; };
layout(binding = 1) writeonly buffer B { uint b[]; };
#ifdef MENDED
const uint ROW = 33;
#else
const uint ROW = 32;
#endif
shared uint tile[32 * ROW];

void main() {
	uint x = gl_LocalInvocationID.x % 32, y = gl_LocalInvocationID.x / 32, first = gl_WorkGroupID.x * 1024;
	for (uint k = y; k < 32; k += 8)
		tile[k * ROW + x] = a[first + k * 32 + x];
	barrier();
	for (uint k = y; k < 32; k += 8)
		b[first + k * 32 + x] = tile[x * ROW + k]; // here
}
