// Prefix sums over a workgroup. A VALUE is a word, or two where VALUE_WORDS is 2:
// the low one first. Lanes that add up by subgroup operations are a unit; where
// there are none, and of two words, each invocation is one.
#ifndef SCAN_WORKGROUP_GLSL
#define SCAN_WORKGROUP_GLSL
#include "subgroup.glsl"

#ifndef VALUE_WORDS
#define VALUE_WORDS 1
#endif

#if VALUE_WORDS == 1
#define VALUE uint
#define ZERO 0u
VALUE sum(VALUE a, VALUE b) { return a + b; }
#else
#define VALUE uvec2
#define ZERO uvec2(0)
VALUE sum(VALUE a, VALUE b) {
	uint carry;
	uint low = uaddCarry(a.x, b.x, carry);
	return uvec2(low, a.y + b.y + carry);
}
#endif

#if VALUE_WORDS == 1 && !defined(NO_SUBGROUPS)
#define UNIT gl_SubgroupID
#define UNITS gl_NumSubgroups
#define UNIT_LANE gl_SubgroupInvocationID
#define UNIT_LANES gl_SubgroupSize
VALUE unit_sum(VALUE v) { return subgroupAdd(v); }
VALUE unit_before(VALUE v) { return subgroupExclusiveAdd(v); }
#else
#define UNIT gl_LocalInvocationID.x
#define UNITS gl_WorkGroupSize.x
#define UNIT_LANE 0
#define UNIT_LANES 1
VALUE unit_sum(VALUE v) { return v; }
VALUE unit_before(VALUE v) { return ZERO; }
#endif

shared VALUE unit_sums[gl_WorkGroupSize.x]; // the first UNITS count

// The sum of all units before this one, given the sum of this one; all_units is
// that of all. The whole workgroup must arrive.
VALUE units_before(VALUE of_unit, out VALUE all_units) {
	uint i = gl_LocalInvocationID.x;
	barrier(); // others may still read the sums of another scan
	if (UNIT_LANE == 0)
		unit_sums[UNIT] = of_unit;
	barrier();
	const uint FEW = 32; // that each invocation adds up by itself
	if (UNITS <= FEW) {
		VALUE before = ZERO;
		all_units = ZERO;
		for (uint u = 0; u < UNITS; u++) {
			if (u == UNIT)
				before = all_units;
			all_units = sum(all_units, unit_sums[u]);
		}
		return before;
	}
	for (uint stride = 1; stride < UNITS; stride <<= 1) { // ten rounds at most
		VALUE left = i >= stride && i < UNITS ? unit_sums[i - stride] : ZERO;
		barrier();
		if (i < UNITS)
			unit_sums[i] = sum(unit_sums[i], left);
		barrier();
	}
	all_units = unit_sums[UNITS - 1];
	return UNIT == 0 ? ZERO : unit_sums[UNIT - 1];
}

#endif
