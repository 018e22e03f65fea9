#define DIGIT_BITS 4
#include "radix_rank.glsl"

// Counts the digits of each partition. The counts are stored digit by digit, so
// that their exclusive sums are where the keys of each partition go.
layout(std430, binding = 0) readonly buffer Keys { KEY keys[]; };
layout(std430, binding = 1) readonly buffer Count { uint count; };
layout(std430, binding = 2) writeonly buffer Table { uint table[]; };

layout(push_constant) uniform Push {
	uint shift;
	uint mask;
	uint partitions; // that there is room for
};

void main() {
	uint part = workgroup();
	if (part >= partitions)
		return;
	uint digits[ITEMS];
	[[unroll]] for (uint item = 0; item < ITEMS; item++) {
		uint i = key_index(part, item);
		digits[item] = i < count ? digit_of(keys[i], shift, mask) : 0;
	}
	count_digits(digits, part, count);
	for (uint d = gl_LocalInvocationID.x; d < DIGITS; d += gl_WorkGroupSize.x) {
		uint sum = 0;
		for (uint u = 0; u < UNITS; u++)
			sum += pool[u * DIGITS + d];
		table[d * partitions + part] = sum;
	}
}
