#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_shuffle : require
// The last lane reads from a lane that does not exist.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Words { uint words[]; };

void main() {
	uint i = gl_LocalInvocationID.x;
#ifdef RIGHT
	words[i] = subgroupShuffleXor(i, 1);
#else
	words[i] = subgroupShuffle(i, gl_SubgroupInvocationID + 1); // reports value of an inactive lane
#endif
}
