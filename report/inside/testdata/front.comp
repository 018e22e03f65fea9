#version 450
// A workgroup is eight times as large as what there is to do, or as large.
// groups: 1 1
#ifdef MENDED
layout(local_size_x = 128) in;
#else
layout(local_size_x = 1024) in;
#endif
layout(constant_id = 1) const uint TIMES = 1;
layout(binding = 0) readonly buffer A { uint a[]; };
layout(binding = 1) writeonly buffer B { uint b[]; };

void main() {
	uint i = gl_WorkGroupID.x * 124 + gl_LocalInvocationID.x;
	if (gl_LocalInvocationID.x < 124) {
		uint x = i; // here
		for (uint k = 0; k < 8 * TIMES; k++) // each address depends on the word before
			x = a[x & 65535];
		b[i] = x;
	}
}
