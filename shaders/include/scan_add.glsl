#include "scan.glsl"

// Writes the prefix sums of each partition, plus the sum of all earlier partitions. The array may
// be scanned in place, because each invocation writes only where it has read itself. The last
// partition is processed first: scan_reduce has read it last, so it may still be in the cache.
layout(std430, binding = 0) readonly buffer In { uint in_words[]; };
layout(std430, binding = 0) readonly buffer InVectors { uvec4 in_vectors[]; };
layout(std430, binding = 1) readonly buffer Partials { VALUE partials[]; };
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

void main() {
	uint part = gl_NumWorkGroups.x * gl_NumWorkGroups.y - 1 - workgroup();
	if (part >= partials.length())
		return;
	uvec4 vectors[ROWS];
	VALUE sums_before[ROWS], of_unit = ZERO;
	for (uint row = 0; row < ROWS; row++)
		vectors[row] = load(vector_of(part, row));
	for (uint row = 0; row < ROWS; row++) {
		VALUE mine = sum_of(vectors[row]);
		sums_before[row] = sum(of_unit, unit_before(mine));
		of_unit = sum(of_unit, unit_sum(mine));
	}
	VALUE all, before = sum(partials[part], units_before(of_unit, all));
	for (uint row = 0; row < ROWS; row++)
		store(vector_of(part, row), sums(sum(before, sums_before[row]), vectors[row]));
}
