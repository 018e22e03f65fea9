#include "scan.glsl"

// The values of a scan, and the sums that replace them.
layout(std430, binding = 0) readonly buffer In { uint in_words[]; };
layout(std430, binding = 0) readonly buffer InVectors { uvec4 in_vectors[]; };
layout(std430, binding = 2) writeonly buffer Out { uint out_words[]; };
layout(std430, binding = 2) writeonly buffer OutVectors { uvec4 out_vectors[]; };

#if VALUE_WORDS == 1

uvec4 load(uint v) {
	if ((v + 1) * 4 <= n)
		return in_vectors[v];
	uvec4 x = uvec4(0);
	for (uint k = 0; k < 4; k++)
		if (4 * v + k < n)
			x[k] = in_words[4 * v + k];
	return x;
}

void store(uint v, uvec4 x) {
	if ((v + 1) * 4 <= n) {
		out_vectors[v] = x;
		return;
	}
	for (uint k = 0; k < 4; k++)
		if (4 * v + k < n)
			out_words[4 * v + k] = x[k];
}

VALUE sum_of(uvec4 v) { return v.x + v.y + v.z + v.w; }

// Returns the sums within a vector, plus a value.
uvec4 sums(VALUE before, uvec4 v) {
	uvec4 s = uvec4(0, v.x, v.x + v.y, v.x + v.y + v.z) + before;
	return INCLUSIVE != 0 ? s + v : s;
}

#else

uvec4 load(uint v) {
	if ((v + 1) * 2 <= n)
		return in_vectors[v];
	return 2 * v < n ? uvec4(in_words[4 * v], in_words[4 * v + 1], 0, 0) : uvec4(0);
}

void store(uint v, uvec4 x) {
	if ((v + 1) * 2 <= n) {
		out_vectors[v] = x;
	} else if (2 * v < n) {
		out_words[4 * v] = x.x;
		out_words[4 * v + 1] = x.y;
	}
}

VALUE sum_of(uvec4 v) { return sum(v.xy, v.zw); }

uvec4 sums(VALUE before, uvec4 v) {
	VALUE next = sum(before, v.xy);
	return INCLUSIVE != 0 ? uvec4(next, sum(next, v.zw)) : uvec4(before, next);
}

#endif
