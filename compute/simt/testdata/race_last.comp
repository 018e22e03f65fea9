#version 450
// The last workgroup reads what the others wrote, as in shaders/include/last.glsl.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Words { uint words[]; };

layout(std430, binding = 1) coherent buffer Flags { uint done; uint data[]; };
shared bool is_last;
void main() {
	uint i = gl_LocalInvocationID.x, group = gl_WorkGroupID.x;
	data[group * 64 + i] = i;
#ifdef RIGHT
	memoryBarrierBuffer();
#endif
	barrier();
	if (i == 0)
		is_last = atomicAdd(done, 1) + 1 == gl_NumWorkGroups.x;
	barrier();
	memoryBarrierBuffer();
	if (is_last)
		words[i] = data[i]; // reports data race
}
