// Prefix sums over a workgroup. A VALUE is a word or, if VALUE_WORDS is 2, two words, the low word
// first. Lanes that add by subgroup operations are a unit; without these operations, and for values
// of two words, each invocation is a unit.
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
const uint MOST_UNITS = gl_WorkGroupSize.x / 4; // no subgroup has fewer lanes
VALUE unit_sum(VALUE v) { return subgroupAdd(v); }
VALUE unit_before(VALUE v) { return subgroupExclusiveAdd(v); }
#else
#define UNIT gl_LocalInvocationID.x
#define UNITS gl_WorkGroupSize.x
#define UNIT_LANE 0
#define UNIT_LANES 1
const uint MOST_UNITS = gl_WorkGroupSize.x;
VALUE unit_sum(VALUE v) { return v; }
VALUE unit_before(VALUE v) { return ZERO; }
#endif

// UNITS_BEFORE defines a function that combines the values of all units before this one, given the
// value of this one; NEUTRAL is the result for the first unit. all_units receives the combination
// of all. ARRAY is in shared memory, with room for MOST_UNITS values. OF_UNIT combines the values
// of a unit's lanes. NAME_first is the function without the first barrier: its callers have had one
// since the last scan with ARRAY. The whole workgroup must arrive.
#define UNITS_BEFORE(NAME, TYPE, ARRAY, COMBINE, NEUTRAL, OF_UNIT) \
TYPE NAME##_first(TYPE of_unit, out TYPE all_units) { \
	uint i = gl_LocalInvocationID.x; \
	if (UNIT_LANE == 0) \
		ARRAY[UNIT] = of_unit; \
	barrier(); \
	if (UNITS <= UNIT_LANES) { /* each unit has a lane for each */ \
		TYPE mine = UNIT_LANE < UNITS ? ARRAY[UNIT_LANE] : NEUTRAL; \
		all_units = OF_UNIT(mine); \
		return OF_UNIT(UNIT_LANE < UNIT ? mine : NEUTRAL); \
	} \
	if (UNITS <= 32) { /* few enough for each invocation */ \
		TYPE before = NEUTRAL; \
		all_units = NEUTRAL; \
		for (uint u = 0; u < UNITS; u++) { \
			if (u == UNIT) \
				before = all_units; \
			all_units = COMBINE(all_units, ARRAY[u]); \
		} \
		return before; \
	} \
	for (uint stride = 1; stride < UNITS; stride <<= 1) { /* ten rounds at most */ \
		TYPE left = i >= stride && i < UNITS ? ARRAY[i - stride] : NEUTRAL; \
		barrier(); \
		if (i < UNITS) \
			ARRAY[i] = COMBINE(ARRAY[i], left); \
		barrier(); \
	} \
	all_units = ARRAY[UNITS - 1]; \
	return UNIT == 0 ? NEUTRAL : ARRAY[UNIT - 1]; \
} \
TYPE NAME(TYPE of_unit, out TYPE all_units) { \
	barrier(); /* others may still read the values of another scan */ \
	return NAME##_first(of_unit, all_units); \
}

shared VALUE unit_sums[MOST_UNITS];
UNITS_BEFORE(units_before, VALUE, unit_sums, sum, ZERO, unit_sum)

#endif
