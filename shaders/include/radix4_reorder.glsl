// Writes each key of a partition to the position that the table gives for its digit. RANKS preserve the
// order of keys with the same digit. ATOMICS increment a counter for each digit, in any order of
// invocations, as VREN's article does: keys with the same digit change places, which destroys the
// work of the passes before. ONE_SET does so with one set of counters for the whole array, in device
// memory.
layout(constant_id = 4) const uint DIGIT_BITS = 4;
layout(constant_id = 5) const uint RADIX = 0; // if it is not a power of two, otherwise 0
layout(constant_id = 6) const uint PLACES = 0;
#define DIVIDED RADIX

const uint RANKS = 0, ATOMICS = 1, ONE_SET = 2;

#define POOL_WORDS (PLACES == RANKS ? UNITS * DIGITS : DIGITS)
#include "radix_rank.glsl"

layout(std430, binding = 0) readonly buffer Keys { KEY keys[]; };
layout(std430, binding = 1) readonly buffer Payload { uint payload[]; };
layout(std430, binding = 2) readonly buffer Count { uint count; };
layout(std430, binding = 3) buffer Table { uint table[]; };
layout(std430, binding = 4) writeonly buffer NextKeys { KEY next_keys[]; };
layout(std430, binding = 5) writeonly buffer NextPayload { uint next_payload[]; };

layout(push_constant) uniform Push {
	uint shift; // with a RADIX, the weight of the digit
	uint mask;
	uint partitions; // for which there is room
	uint first, end; // partitions of the dispatch
};

void main() {
	uint part = first + workgroup();
	if (part >= end || part * PARTITION >= count)
		return;
	uint digits[ITEMS];
	[[unroll]] for (uint item = 0; item < ITEMS; item++) {
		uint i = key_index(part, item);
		digits[item] = i < count ? digit_of(keys[i], shift, mask) : DIGITS - 1;
	}
	if (PLACES == RANKS) {
		clear_counts();
		[[unroll]] for (uint item = 0; item < ITEMS; item++)
			if (key_index(part, item) < count)
				count_digit(digits[item]);
		barrier();
	}
	for (uint d = gl_LocalInvocationID.x; d < DIGITS && PLACES != ONE_SET; d += gl_WorkGroupSize.x) {
		if (PLACES == RANKS)
			spread_counts(d, table[d * partitions + part]);
		else
			pool[d] = table[d * partitions + part];
	}
	barrier();
	[[unroll]] for (uint item = 0; item < ITEMS; item++) {
		if (PLACES == RANKS)
			digits[item] = place_key(digits[item]);
		else if (key_index(part, item) < count)
			digits[item] = PLACES == ONE_SET ? atomicAdd(table[digits[item]], 1) : atomicAdd(pool[digits[item]], 1);
	}
	[[unroll]] for (uint item = 0; item < ITEMS; item++) {
		uint i = key_index(part, item);
		if (i >= count)
			continue;
		next_keys[digits[item]] = keys[i];
		if (PAYLOAD)
			next_payload[digits[item]] = payload[i];
	}
}
