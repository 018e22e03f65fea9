#version 450
// Running sums of 40 numbers, a workgroup for each: it adds up the values that the workgroups before it published. Where a flag is not
// there in time, it takes the number itself.
layout(local_size_x = 1) in;
layout(binding = 0) readonly buffer A { uint a[]; };
layout(binding = 1) coherent buffer Values { uint values[]; };
layout(binding = 2) coherent buffer Flags { uint flags[]; };
layout(binding = 3) writeonly buffer B { uint b[]; };

void main() {
	uint g = gl_WorkGroupID.x, sum = a[g];
	values[g] = sum;
	atomicOr(flags[g], 1);
	for (uint k = 0; k < g; k++) {
		uint flag = atomicOr(flags[k], 0);
		sum += flag == 1 ? values[k] : a[k];
	}
	b[g] = sum;
}
