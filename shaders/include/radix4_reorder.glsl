layout(constant_id = 4) const uint DIGIT_BITS = 4;

#include "radix_rank.glsl"

// Writes each key of a partition to the position that the table gives for its digit, preserving the
// order of keys with the same digit.
layout(std430, binding = 0) readonly buffer Keys { KEY keys[]; };
layout(std430, binding = 1) readonly buffer Payload { uint payload[]; };
layout(std430, binding = 2) readonly buffer Count { uint count; };
layout(std430, binding = 3) readonly buffer Table { uint table[]; };
layout(std430, binding = 4) writeonly buffer NextKeys { KEY next_keys[]; };
layout(std430, binding = 5) writeonly buffer NextPayload { uint next_payload[]; };

layout(push_constant) uniform Push {
	uint shift;
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
	count_digits(digits, part, count);
	for (uint d = gl_LocalInvocationID.x; d < DIGITS; d += gl_WorkGroupSize.x)
		spread_counts(d, table[d * partitions + part]);
	barrier();
	place_keys(digits);
	[[unroll]] for (uint item = 0; item < ITEMS; item++) {
		uint i = key_index(part, item);
		if (i >= count)
			continue;
		next_keys[digits[item]] = keys[i];
		if (PAYLOAD)
			next_payload[digits[item]] = payload[i];
	}
}
