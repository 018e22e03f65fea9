// Counts the digits of each partition. The counts are stored digit by digit, so that their
// exclusive sums are the positions of the first key of each digit and partition. The counters are
// those of the table in device memory, or in shared memory: one set for the workgroup, or one for
// each subgroup, whose lanes find those with the same digit and add once for all of them. With room
// for one partition all share its counters in device memory, as VREN's article begins: they do not
// distinguish partitions and so lose the order of keys with the same digit.
layout(constant_id = 4) const uint DIGIT_BITS = 4;
layout(constant_id = 5) const uint RADIX = 0; // if it is not a power of two, otherwise 0
layout(constant_id = 6) const uint COUNTERS = 2;
#define DIVIDED RADIX

const uint GLOBAL = 0, SHARED = 1, SUBGROUP = 2;

#define POOL_WORDS (COUNTERS == SUBGROUP ? UNITS * DIGITS : DIGITS)
#include "radix_rank.glsl"

layout(std430, binding = 0) readonly buffer Keys { KEY keys[]; };
layout(std430, binding = 1) readonly buffer Count { uint count; };
layout(std430, binding = 2) buffer Table { uint table[]; }; // must be zero before, for GLOBAL

layout(push_constant) uniform Push {
	uint shift; // with a RADIX, the weight of the digit
	uint mask;
	uint partitions; // for which there is room
	uint first, end; // partitions of the dispatch
};

// Returns the index of a key. The rows of a partition are those of the workgroup or of its units.
uint counted_index(uint part, uint item) {
	return COUNTERS == SUBGROUP ? key_index(part, item) : part * PARTITION + item * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
}

// Counts a key, if it is present.
void count_key(uint part, bool present, uint digit) {
	uint earlier = 0, all = 1;
	if (COUNTERS == SUBGROUP)
		find_peers(present, digit, earlier, all);
	if (!present || earlier != 0)
		return;
	if (COUNTERS == GLOBAL)
		atomicAdd(table[digit * partitions + min(part, partitions - 1)], 1);
	else
		atomicAdd(pool[COUNTERS == SUBGROUP ? OWN_UNIT * DIGITS + digit : digit], all);
}

void main() {
	uint part = first + workgroup();
	if (part >= end)
		return;
	uint digits[ITEMS]; // the digits of all keys are loaded before the first is counted, so that latencies overlap
	[[unroll]] for (uint item = 0; item < ITEMS; item++) {
		uint i = counted_index(part, item);
		digits[item] = i < count ? digit_of(keys[i], shift, mask) : 0;
	}
	for (uint i = gl_LocalInvocationID.x; i < POOL_WORDS; i += gl_WorkGroupSize.x)
		pool[i] = 0;
	barrier();
	[[unroll]] for (uint item = 0; item < ITEMS; item++)
		count_key(part, counted_index(part, item) < count, digits[item]);
	barrier();
	if (COUNTERS == GLOBAL)
		return;
	for (uint d = gl_LocalInvocationID.x; d < DIGITS; d += gl_WorkGroupSize.x) {
		uint sum = 0;
		for (uint i = d; i < POOL_WORDS; i += DIGITS)
			sum += pool[i];
		table[d * partitions + part] = sum;
	}
}
