#version 450
// Adds up all elements. Each workgroup stores its sum; the last one to do so adds up the sums.
layout(local_size_x = 1) in;
layout(binding = 0) readonly buffer A { uint a[]; };
layout(binding = 1) buffer Part { uint part[]; };
layout(binding = 2) buffer Done { uint done; };
layout(binding = 3) writeonly buffer Total { uint total; };

void main() {
	uint g = gl_WorkGroupID.x, groups = gl_NumWorkGroups.x, size = a.length() / groups, sum = 0;
	for (uint k = 0; k < size; k++)
		sum += a[g * size + k];
	part[g] = sum;
	if (atomicAdd(done, 1) == groups - 1) {
		sum = 0;
		for (uint k = 0; k < groups; k++)
			sum += part[k];
		total = sum;
	}
}
