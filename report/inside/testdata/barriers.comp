#version 450
// A sum within a workgroup has a barrier for each of its levels, or subgroups add and there is one barrier.
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 256) in;
layout(binding = 0) readonly buffer A { uint a[]; };
layout(binding = 1) writeonly buffer B { uint b[]; };
shared uint words[256];

void main() {
	uint i = gl_LocalInvocationID.x, x = a[gl_GlobalInvocationID.x];
#ifdef MENDED
	x = subgroupAdd(x);
	if (subgroupElect())
		words[gl_SubgroupID] = x;
	barrier();
	x = words[i & 7];
#else
	for (uint d = 1; d < 256; d *= 2) {
		words[i] = x;
		barrier(); // here
		x += words[(i + d) & 255];
		barrier();
	}
#endif
	b[gl_GlobalInvocationID.x] = x;
}
