#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
// Three ways to one sum: an atomic addition of each invocation (1), of each workgroup (2), of each subgroup (3).
layout(local_size_x = 128) in;
layout(constant_id = 0) const uint form = 1;

layout(binding = 0) readonly buffer X { uint x[]; };
layout(binding = 1) buffer Total { uint total[]; };
layout(push_constant) uniform Push { uint n; };

shared uint part[128];

void main() {
	uint i = gl_GlobalInvocationID.x, t = gl_LocalInvocationID.x;
	uint v = i < n ? x[i] : 0;
	if (form == 1) {
		atomicAdd(total[0], v);
	} else if (form == 2) {
		part[t] = v;
		for (uint half_ = 64; half_ > 0; half_ /= 2) {
			barrier(); // the sums of the round before
			if (t < half_)
				part[t] += part[t + half_];
		}
		if (t == 0)
			atomicAdd(total[0], part[0]);
	} else {
		uint sum = subgroupAdd(v);
		if (subgroupElect())
			atomicAdd(total[0], sum);
	}
}
