#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
// Lanes add to one counter, or one lane adds for all.
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer A { uint a[]; };
layout(binding = 1) buffer B { uint b[]; };

void main() {
	uint n = gl_NumWorkGroups.x * gl_WorkGroupSize.x, x = 0;
	for (uint i = gl_GlobalInvocationID.x; i < 8 * n; i += n)
		x += a[i];
#ifdef MENDED
	uint sum = subgroupAdd(x);
	if (subgroupElect())
		atomicAdd(b[0], sum);
#else
	atomicAdd(b[0], x); // here
#endif
}
