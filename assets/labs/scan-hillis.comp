#version 450
// Hillis and Steele: in the round of d, each invocation adds the sum that lies d elements before.
layout(local_size_x = 256) in;

layout(binding = 0) readonly buffer X { uint x[]; };
layout(binding = 1) writeonly buffer Y { uint y[]; };

shared uint part[256];

void main() {
	uint t = gl_LocalInvocationID.x;
	part[t] = x[t];
	for (uint d = 1; d < 256; d *= 2) {
		barrier();
		uint v = t >= d ? part[t - d] : 0;
		barrier(); // all have read before one writes
		part[t] += v;
	}
	y[t] = part[t];
}
