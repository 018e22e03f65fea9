#version 450
#extension GL_GOOGLE_include_directive : require
#include "interface.glsl"

// Operations of vectors whose other operands are scalars.
void main() {
	uvec3 u = uvec3(word(1), word(2), word(3));
	ivec4 s = ivec4(word(4), word(5), word(6), word(7));
	int at = int(word(8) & 15u), n = int(word(9) & 15u);
	uvec3 from = bitfieldExtract(u, at, n);
	ivec4 signs = bitfieldExtract(s, at, n);
	uvec3 into = bitfieldInsert(u, u.zxy, at, n);
	result(1, from.x ^ from.y * 3u ^ from.z * 7u);
	result(2, uint(signs.x ^ signs.y * 3 ^ signs.z * 7 ^ signs.w * 11));
	result(3, into.x ^ into.y * 3u ^ into.z * 7u);
	ivec4 shifted = s >> at;
	result(4, uint(shifted.x ^ shifted.y * 3 ^ shifted.z * 7 ^ shifted.w * 11));
	finish(u.x + uint(at));
}
