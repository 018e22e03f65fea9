#version 450
// A workgroup has 40 invocations, or 64.
// groups: 8 5
#ifdef MENDED
layout(local_size_x = 64) in;
#else
layout(local_size_x = 40) in;
#endif
layout(constant_id = 1) const uint TIMES = 1;
layout(binding = 0) readonly buffer A { uint a[]; };
layout(binding = 1) writeonly buffer B { uint b[]; };

void main() {
	uint x = a[gl_GlobalInvocationID.x];
	for (uint k = 0; k < TIMES; k++)
		x = x * 1664525 + 1013904223;
	b[gl_GlobalInvocationID.x] = x;
}
