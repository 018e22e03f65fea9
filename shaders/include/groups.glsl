// Computes grids of later dispatches on the device.
#ifndef GROUPS_GLSL
#define GROUPS_GLSL
#include "invocation.glsl"

const uint MAX_GROUPS = 65535; // of one dimension

// Returns the smallest grid with at least n invocations in workgroups of the given size.
uvec3 groups_for(uint n, uint size) {
	uint groups = n / size + uint(n % size != 0);
	if (groups <= MAX_GROUPS)
		return uvec3(groups, 1, 1);
	uint rows = groups / MAX_GROUPS + uint(groups % MAX_GROUPS != 0);
	return uvec3(groups / rows + uint(groups % rows != 0), rows, 1);
}

#endif
