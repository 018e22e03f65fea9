#version 450
// Blelloch: sums up a tree, then prefixes down it. Half as many invocations as elements, and fewer additions.
layout(local_size_x = 128) in;

layout(binding = 0) readonly buffer X { uint x[]; };
layout(binding = 1) writeonly buffer Y { uint y[]; };

shared uint part[256];

void main() {
	uint t = gl_LocalInvocationID.x;
	part[2 * t] = x[2 * t];
	part[2 * t + 1] = x[2 * t + 1];
	for (uint d = 1; d < 256; d *= 2) { // up
		barrier();
		uint to = (t + 1) * 2 * d - 1;
		if (to < 256)
			part[to] += part[to - d];
	}
	for (uint d = 64; d > 0; d /= 2) { // down, to what lies between the roots
		barrier();
		uint from = (t + 1) * 2 * d - 1;
		if (from + d < 256)
			part[from + d] += part[from];
	}
	barrier();
	y[2 * t] = part[2 * t];
	y[2 * t + 1] = part[2 * t + 1];
}
