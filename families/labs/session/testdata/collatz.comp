#version 450
// A step of the Collatz sequence of each value above 1, from one buffer to the other.
layout(local_size_x_id = 0) in;
layout(local_size_x = 64) in;
layout(constant_id = 1) const uint FACTOR = 3;

layout(binding = 0) readonly buffer From { uint from[]; };
layout(binding = 1) writeonly buffer To { uint to[]; };
layout(binding = 2) buffer Left { uint left; };
layout(push_constant) uniform Push { uint n; };

void main() {
	uint i = gl_GlobalInvocationID.x;
	if (i >= n)
		return;
	uint x = from[i];
	if (x > 1) {
		x = x % 2 == 0 ? x / 2 : FACTOR * x + 1;
		if (x > 1)
			atomicAdd(left, 1);
	}
	to[i] = x;
}
