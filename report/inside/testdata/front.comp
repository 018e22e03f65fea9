#version 450
// A workgroup is twice as large as what there is to do, or as large.
// groups: 1 1
#ifdef MENDED
layout(local_size_x = 128) in;
#else
layout(local_size_x = 256) in;
#endif
layout(binding = 0) readonly buffer A { uint a[]; };
layout(binding = 1) writeonly buffer B { uint b[]; };

void main() {
	uint i = gl_WorkGroupID.x * 124 + gl_LocalInvocationID.x;
	if (gl_LocalInvocationID.x < 124) {
		uint x = a[i]; // here
		for (uint k = 0; k < 8; k++)
			x = x * 1664525 + 1013904223;
		b[i] = x;
	}
}
