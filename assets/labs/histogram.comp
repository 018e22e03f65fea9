#version 450
// Workgroups count in shared memory, and add what they have to the bins: few atomics meet in global memory.
layout(local_size_x = 128) in;

layout(binding = 0) readonly buffer X { uint x[]; };
layout(binding = 1) buffer Bins { uint bins[]; };
layout(push_constant) uniform Push { uint n; };

shared uint mine[16];

void main() {
	uint i = gl_GlobalInvocationID.x, t = gl_LocalInvocationID.x;
	if (t < 16)
		mine[t] = 0;
	barrier();
	if (i < n)
		atomicAdd(mine[x[i]], 1);
	barrier();
	if (t < 16)
		atomicAdd(bins[t], mine[t]);
}
