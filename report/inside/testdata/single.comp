#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
// One lane adds what all have, or all do.
layout(local_size_x = 32) in;
layout(constant_id = 1) const uint TIMES = 1;
layout(binding = 0) readonly buffer A { uint a[]; };
layout(binding = 1) writeonly buffer B { uint b[]; };
shared uint words[32];

void main() {
	uint i = gl_LocalInvocationID.x, n = gl_NumWorkGroups.x * gl_WorkGroupSize.x, x = 0;
	for (uint k = 0; k < 8; k++)
		x += a[k * n + gl_GlobalInvocationID.x];
#ifdef MENDED
	uint sum = 0;
	for (uint k = 0; k < TIMES; k++)
		sum += subgroupAdd(x + k);
#else
	words[i] = x;
	barrier();
	uint sum = 0;
	if (i == 0)
		for (uint k = 0; k < 32 * TIMES; k++)
			sum += words[k % 32] + k / 32; // here
#endif
	if (i == 0)
		b[gl_WorkGroupID.x] = sum;
}
