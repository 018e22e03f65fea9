#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_ARB_gpu_shader_int64 : require
#include "interface.glsl"

// Integers of 64 bits.
uint64_t mixed(uint64_t x) {
	x ^= x >> 33;
	x *= 0xff51afd7ed558ccdul;
	x ^= x >> 29;
	return x;
}

void main() {
	uint64_t a = packUint2x32(uvec2(word(0), word(1))), b = packUint2x32(uvec2(word(2) | 1u, word(3) & 3u));
	int64_t i = int64_t(a) >> (word(4) & 63u);
	u64vec2 v = u64vec2(a, b) * u64vec2(b, 3ul) + u64vec2(1ul);
	uint64_t list[4] = uint64_t[4](a, b, mixed(a), v.x);
	list[word(5) & 3u] ^= list[word(6) & 3u] << (word(7) & 63u);
	uint64_t x = list[0] + list[1] * 3ul + list[2] * 5ul + list[3];
	uvec2 parts = unpackUint2x32(x);
	result(1, parts.x);
	result(2, parts.y);
	result(3, uint(a / b) ^ uint((a % b) >> 32));
	result(4, uint(i / int64_t(b >> 1 | 1ul)) + uint(a < b) + uint(i < 0l) * 2u);
	result(5, uint(max(a, b) >> 32) ^ uint(min(i, -5l)));
	result(6, uint(v.x != v.y ? v.x >> 7 : v.y));
	switch (int(a & 3ul)) {
	case 0: x = ~x; break;
	case 1: x = x / 10ul; break;
	case 2: x = x % 1000000007ul;
	}
	result(7, uint(x) ^ uint(x >> 32));
	finish(uint(mixed(x)));
}
