#include "scan_values.glsl"

// Writes the prefix sums of each partition, plus the sum of all earlier partitions. The array may
// be scanned in place, because each invocation writes only where it has read itself. The last
// partition is processed first: scan_reduce has read it last, so it may still be in the cache.
layout(std430, binding = 1) readonly buffer Partials { VALUE partials[]; };

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
