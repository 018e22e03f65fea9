#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_shuffle : require
// A reduction in divergent flow.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Words { uint words[]; };

void main() {
	uint i = gl_LocalInvocationID.x, sum = 0;
#ifdef RIGHT
	sum = subgroupAdd(i % 3 == 0 ? i : 0);
#else
	if (i % 3 == 0)
		sum = subgroupAdd(i); // reports subgroup operation depends on active lanes
#endif
	words[i] = sum;
}
