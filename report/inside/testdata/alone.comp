#version 450
// One workgroup does everything, or sixteen do.
// groups: 1 16
layout(local_size_x = 64) in;
layout(constant_id = 1) const uint TIMES = 1;
layout(binding = 0) readonly buffer A { uint a[]; };
layout(binding = 1) writeonly buffer B { uint b[]; };

void main() {
	uint n = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
	for (uint i = gl_GlobalInvocationID.x; i < 32768 * TIMES; i += n)
		b[i] = a[i] + 1;
}
