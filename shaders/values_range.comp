#version 450
#extension GL_GOOGLE_include_directive : require

// Finds the least and the greatest number of a buffer, in an order of words that agrees with their values. An
// invocation owns VALUES_EACH consecutive elements and changes the range by two atomic operations, whose order does
// not matter.
#include "values.glsl"

layout(constant_id = 1) const uint TYPE = 0;

const uint VALUES_EACH = 64;

layout(std430, binding = 0) readonly buffer Words { uint words[]; };
layout(std430, binding = 1) buffer Bounds { uint least, greatest; };

layout(push_constant) uniform Args {
	uint at;     // word of the first number
	uint stride; // words from one to the next
	uint count;
};

// Returns a word that is less if the number is.
uint order_of(uint word) {
	if (TYPE == VALUES_F32)
		return (word & 0x80000000u) != 0 ? ~word : word | 0x80000000u;
	return TYPE == VALUES_I32 ? word ^ 0x80000000u : word;
}

void main() {
	uint first = invocation() * VALUES_EACH;
	uint low = 0xffffffffu, high = 0;
	for (uint i = first; i < min(count, first + VALUES_EACH); i++) {
		uint word = words[at + i * stride];
		if (is_finite(word, TYPE)) {
			low = min(low, order_of(word));
			high = max(high, order_of(word));
		}
	}
	if (low <= high) {
		atomicMin(least, low);
		atomicMax(greatest, high);
	}
}
