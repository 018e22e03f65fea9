#version 450
#extension GL_GOOGLE_include_directive : require

// Counts shortest paths with a precision of 24 bits and unlimited range: a fraction from 1/2 to 1
// as a float, and a binary exponent. Road networks have more paths than a float can represent.
#define NUMBER vec2

vec2 load_paths(uvec2 x) { return vec2(uintBitsToFloat(x.x), float(int(x.y))); }
uvec2 store_paths(vec2 x) { return uvec2(floatBitsToUint(x.x), uint(int(x.y))); }

// A number whose fraction is zero is zero.
vec2 add_paths(vec2 a, vec2 b) {
	if (a.x == 0)
		return b;
	if (b.y > a.y) {
		vec2 c = a;
		a = b;
		b = c;
	}
	float below = a.y - b.y;
	precise float sum = a.x + (below > 30 ? 0 : ldexp(b.x, -int(below)));
	return sum >= 1 ? vec2(sum * 0.5, a.y + 1) : vec2(sum, a.y);
}

#include "bfs_paths.glsl"
