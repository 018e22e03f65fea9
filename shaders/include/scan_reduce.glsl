#include "scan.glsl"
#include "last.glsl"

// Sums up each partition. The last workgroup converts the sums to those of all earlier partitions,
// where scan_add begins. No workgroup waits.
layout(std430, binding = 0) readonly buffer In { uint in_words[]; };
layout(std430, binding = 0) readonly buffer InVectors { uvec4 in_vectors[]; };
layout(std430, binding = 1) coherent buffer Partials { VALUE partials[]; };
layout(std430, binding = 2) coherent buffer Control { uint finished; };

VALUE at(uint i) {
#if VALUE_WORDS == 1
	return i < n ? in_words[i] : ZERO;
#else
	return i < n ? uvec2(in_words[2 * i], in_words[2 * i + 1]) : ZERO;
#endif
}

VALUE sum_of(uvec4 v) {
#if VALUE_WORDS == 1
	return v.x + v.y + v.z + v.w;
#else
	return sum(v.xy, v.zw);
#endif
}

void main() {
	uint size = gl_WorkGroupSize.x, i = gl_LocalInvocationID.x;
	VALUE mine = ZERO;
	for (uint row = 0; row < ROWS; row++) {
		uint v = vector_of(workgroup(), row);
		if ((v + 1) * PER_VECTOR <= n)
			mine = sum(mine, sum_of(in_vectors[v]));
		else
			for (uint k = 0; k < PER_VECTOR; k++)
				mine = sum(mine, at(v * PER_VECTOR + k));
	}
	VALUE all;
	units_before(unit_sum(mine), all);
	if (i == 0 && workgroup() < partials.length())
		partials[workgroup()] = all;

	LAST_WORKGROUP(finished)
	if (!is_last)
		return;
	if (i == 0)
		finished = 0;
	VALUE carry = ZERO;
	for (uint first = 0; first < partials.length(); first += size) {
		uint p = first + i;
		VALUE v = p < partials.length() ? partials[p] : ZERO;
		VALUE before = sum(units_before(unit_sum(v), all), unit_before(v));
		if (p < partials.length())
			partials[p] = sum(carry, before);
		carry = sum(carry, all);
	}
}
