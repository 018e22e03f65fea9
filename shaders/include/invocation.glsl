// Sets the workgroup size and numbers the invocations of a dispatch. Grids are
// two-dimensional where one dimension of 65,535 workgroups is not enough.
#ifndef INVOCATION_GLSL
#define INVOCATION_GLSL

// Before any use of gl_WorkGroupSize, which is a plain 1 until then.
layout(local_size_x_id = 0) in;

const uint MAX_GROUPS = 65535;

uint workgroup() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }

uint invocation() { return workgroup() * gl_WorkGroupSize.x + gl_LocalInvocationID.x; }

// The smallest grid of at least n invocations in workgroups of the given size.
uvec3 groups_for(uint n, uint size) {
	uint groups = n / size + uint(n % size != 0);
	if (groups <= MAX_GROUPS)
		return uvec3(groups, 1, 1);
	uint rows = groups / MAX_GROUPS + uint(groups % MAX_GROUPS != 0);
	return uvec3(groups / rows + uint(groups % rows != 0), rows, 1);
}

#endif
