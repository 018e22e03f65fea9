#version 450
// Running sums of 40 numbers, a workgroup for each: it waits for the sum before it. A state has a sum, doubled, and
// the bit that it is there.
layout(local_size_x = 1) in;
layout(binding = 0) readonly buffer A { uint a[]; };
layout(binding = 1) buffer State { uint state[]; };
layout(binding = 2) writeonly buffer Sum { uint sum[]; };

void main() {
	uint g = gl_WorkGroupID.x, before = 0;
	if (g > 0) {
		uint seen = 0;
		while ((seen & 1) == 0)
			seen = atomicOr(state[g - 1], 0);
		before = seen >> 1;
	}
	atomicExchange(state[g], (before + a[g]) << 1 | 1);
	sum[g] = before + a[g];
}
