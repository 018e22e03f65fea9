#version 450
// Lanes of a subgroup go one of four ways, or all of them the same.
layout(local_size_x = 64) in;
layout(constant_id = 1) const uint TIMES = 1;
layout(binding = 0) readonly buffer A { uint a[]; };
layout(binding = 1) writeonly buffer B { uint b[]; };

void main() {
	uint i = gl_GlobalInvocationID.x, x = a[i];
	for (uint k = 0; k < TIMES; k++) {
#ifdef MENDED
		uint way = i / 64 % 4;
#else
		uint way = i % 4;
#endif
		switch (way) {
		case 0:
			x = x * 3 + 5 ^ x << 2 ^ x >> 3;
			break;
		case 1:
			x = x * 5 + 7 ^ x << 3 ^ x >> 4;
			break;
		case 2:
			x = x * 7 + 9 ^ x << 4 ^ x >> 5 ^ x << 6 ^ x >> 7; // here
			break;
		default:
			x = x * 9 + 11 ^ x << 5 ^ x >> 6;
		}
	}
	b[i] = x;
}
