#version 450
// Counts how often each of 16 values occurs, in two passes: the first one clears the counts, the second one counts.
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer A { uint a[]; };
layout(binding = 1) buffer Count { uint count[]; };
layout(push_constant) uniform Parameters { uint pass; };

void main() {
	uint i = gl_GlobalInvocationID.x;
	if (i < 16)
		count[i] = 0;
	if (pass == 1)
		atomicAdd(count[a[i] % 16], 1);
}
