#version 450
#extension GL_GOOGLE_include_directive : require

// Counts shortest paths exactly in 64 bits, the low word first. Greater numbers become the greatest
// 64-bit number.
#define NUMBER uvec2

uvec2 load_paths(uvec2 x) { return x; }
uvec2 store_paths(uvec2 x) { return x; }

uvec2 add_paths(uvec2 a, uvec2 b) {
	uint carry, over, high;
	uint low = uaddCarry(a.x, b.x, carry);
	high = uaddCarry(a.y, b.y, over);
	uint sum = high + carry;
	return over != 0 || sum < high ? uvec2(0xffffffffu) : uvec2(low, sum);
}

#include "bfs_paths.glsl"
