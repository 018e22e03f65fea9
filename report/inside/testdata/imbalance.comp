#version 450
// A workgroup does all the work of a long row, or all do a part of it.
layout(local_size_x = 64) in;
layout(constant_id = 1) const uint TIMES = 1;
layout(binding = 0) readonly buffer A { uint a[]; };
layout(binding = 1) writeonly buffer B { uint b[]; };

void main() {
	uint i = gl_GlobalInvocationID.x, x = a[i];
#ifdef MENDED
	uint rounds = 32;
#else
	uint rounds = gl_WorkGroupID.x == 3 ? 200 : 8;
#endif
	for (uint k = 0; k < rounds * TIMES; k++)
		x = x * 1664525 + 1013904223;
	b[i] = x;
}
