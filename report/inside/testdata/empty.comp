#version 450
// Most workgroups find that they have nothing to do, or the grid has no such.
// groups: 32 8
layout(local_size_x = 64) in;
layout(constant_id = 1) const uint TIMES = 1;
layout(binding = 0) readonly buffer A { uint a[]; };
layout(binding = 1) writeonly buffer B { uint b[]; };

void main() {
	uint i = gl_GlobalInvocationID.x;
	if (gl_WorkGroupID.x >= 8 * TIMES)
		return;
	uint x = a[i];
	for (uint k = 0; k < 32; k++)
		x = x * 1664525 + 1013904223;
	b[i] = x;
}
