#version 450
// A subgroup works before a barrier while others wait, or all work as much.
layout(local_size_x = 256) in;
layout(constant_id = 1) const uint TIMES = 1;
layout(binding = 0) readonly buffer A { uint a[]; };
layout(binding = 1) writeonly buffer B { uint b[]; };
shared uint words[256];

void main() {
	uint i = gl_LocalInvocationID.x, x = a[gl_GlobalInvocationID.x];
#ifdef MENDED
	uint rounds = 8;
#else
	uint rounds = i < 64 ? 32 : 0;
#endif
	for (uint k = 0; k < rounds * TIMES; k++)
		x = x * 1664525 + 1013904223;
	words[i] = x;
	barrier(); // here
	b[gl_GlobalInvocationID.x] = words[255 - i];
}
