#version 450
// Each workgroup leaves the sum of its elements in its own word: no atomics, and the same order in each run.
layout(local_size_x = 128) in;

layout(binding = 0) readonly buffer From { uint from[]; };
layout(binding = 1) writeonly buffer Sums { uint sums[]; };
layout(push_constant) uniform Push { uint count; uint stride; };

shared uint part[128];

void main() {
	uint t = gl_LocalInvocationID.x, sum = 0;
	for (uint i = gl_GlobalInvocationID.x; i < count; i += stride)
		sum += from[i];
	part[t] = sum;
	for (uint half_ = 64; half_ > 0; half_ /= 2) {
		barrier();
		if (t < half_)
			part[t] += part[t + half_];
	}
	if (t == 0)
		sums[gl_WorkGroupID.x] = part[0];
}
