#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
// Adds up each block of 128 elements: subgroups first, then their sums.
layout(local_size_x = 128) in;
layout(binding = 0) readonly buffer A { uint a[]; };
layout(binding = 1) writeonly buffer Sum { uint sum[]; };
shared uint sums[4];

void main() {
	uint i = gl_LocalInvocationID.x, of_subgroup = subgroupAdd(a[gl_GlobalInvocationID.x]);
	if (i % 32 == 0)
		sums[i / 32] = of_subgroup;
	barrier();
	if (i == 0)
		sum[gl_WorkGroupID.x] = sums[0] + sums[1] + sums[2] + sums[3];
}
