#version 450
// Neighbouring lanes repeat a loop 1 to 64 times, or all lanes of a subgroup as often.
layout(local_size_x = 64) in;
layout(constant_id = 1) const uint TIMES = 1;
layout(binding = 0) readonly buffer A { uint a[]; };
layout(binding = 1) writeonly buffer B { uint b[]; };

void main() {
	uint i = gl_GlobalInvocationID.x, x = a[i];
#ifdef MENDED
	uint rounds = 20;
#else
	uint rounds = i % 32 == 0 ? 64 : i % 4;
#endif
	for (uint k = 0; k < rounds * TIMES; k++) // here
		x = x * 1664525 + 1013904223;
	b[i] = x;
}
