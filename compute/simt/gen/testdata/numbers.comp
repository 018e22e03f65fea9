#version 450
#extension GL_GOOGLE_include_directive : require
#include "interface.glsl"

// Functions of the language whose results are exact.
void main() {
	uint a = word(0), b = word(1) | 1u;
	int i = int(word(2)), k = int(word(3) & 0xffffu) + 1;
	vec4 v = vec4(ivec4(a & 63u, b & 63u, word(4) & 15u, 3)) * 0.25 - 7.0;
	uint high, low, carry, borrow;
	umulExtended(a, b, high, low);
	uint sum = uaddCarry(a, b, carry) ^ usubBorrow(a, b, borrow);
	int top, bottom;
	imulExtended(i, -k, top, bottom);
	result(1, high ^ low ^ sum + carry * 2u + borrow);
	result(2, uint(top ^ bottom));
	result(3, bitfieldInsert(a, b, int(word(5) & 15u), int(word(6) & 15u)) + bitfieldExtract(a, 3, 9));
	result(4, uint(bitfieldExtract(i, int(word(7) & 15u), 11)) + uint(bitCount(a) + findLSB(b) * 64) + uint(findMSB(i)) * 4096u);
	result(5, bitfieldReverse(a) ^ uint(findMSB(b)));
	result(6, uint(abs(i / k) + sign(i) + clamp(i, -40, 40) + min(i, k)) + a / b + a % b);
	vec4 whole;
	vec4 part = modf(v, whole);
	ivec4 exponent;
	vec4 mantissa = frexp(v + 0.125, exponent);
	result(7, floatBitsToUint(dot(part, vec4(1.0, 2.0, 4.0, 8.0)) + 64.0) ^ uint(exponent.x + exponent.y * 16));
	result(8, floatBitsToUint(dot(mantissa, vec4(1.0)) + 8.0));
	result(9, floatBitsToUint(ldexp(v.y + 0.125, int(a & 7u) - 3)));
	result(10, packHalf2x16(v.xy + 0.125));
	result(11, floatBitsToUint(dot(unpackHalf2x16(0x3c004200u + (a & 0xffu)), vec2(1.0, 2.0))));
	result(12, packSnorm2x16(vec2(1.0, v.x > 0.0 ? 0.0 : -1.0)) ^ packUnorm4x8(vec4(1.0, 0.0, float(a & 1u), 2.0)));
	bvec4 less = lessThan(v, v.yzwx);
	vec4 mixed = mix(v, v.wzyx, less);
	result(13, floatBitsToUint(mixed.x + mixed.y * 2.0 + 512.0) + uint(any(less)) + uint(all(not(less))) * 2u);
	result(14, floatBitsToUint(dot(cross(v.xyz, v.yzw), vec3(1.0, 2.0, 3.0)) + 8192.0));
	result(15, floatBitsToUint(step(v.x, v.y) + clamp(v.z, -1.0, 1.0) + floor(v.w) + ceil(v.x) + round(v.y * 1.25) + trunc(v.z) + fract(v.x) + 4096.0));
	result(16, floatBitsToUint(mix(v.x, v.y, 0.5) + max(v.x, v.y) - min(v.z, v.w) + 1024.0) ^ uint(isnan(v.x) || isinf(v.y)));
	uvec3 u = uvec3(a, b, low);
	u[a % 3u] += 9u;
	u.zx = u.xy >> (b & 31u);
	result(17, u.x ^ u.y * 5u ^ u.z * 11u);
	finish(uint(i) % uint(k));
}
