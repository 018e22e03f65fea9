#version 450
// Counts how often each of 16 values occurs: workgroups count their elements, and add that to all.
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer A { uint a[]; };
layout(binding = 1) buffer Count { uint count[]; };
shared uint counts[16];

void main() {
	uint i = gl_LocalInvocationID.x;
	atomicAdd(counts[a[gl_GlobalInvocationID.x] % 16], 1);
	barrier();
	if (i < 16)
		atomicAdd(count[i], counts[i]);
}
