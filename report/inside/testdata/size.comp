#version 450
// A workgroup has 40 invocations, or 64.
#ifdef MENDED
layout(local_size_x = 64) in;
#else
layout(local_size_x = 40) in;
#endif
layout(binding = 0) readonly buffer A { uint a[]; };
layout(binding = 1) writeonly buffer B { uint b[]; };

void main() {
	b[gl_GlobalInvocationID.x] = a[gl_GlobalInvocationID.x] + 1;
}
