// Declarations shared by the kernels that draw arrays of keys. The level of a key is its position
// in the range of all keys; it does not depend on the direction of the sort.
#ifndef SORT_VIEW_GLSL
#define SORT_VIEW_GLSL
#include "sort_key.glsl"

layout(push_constant) uniform Args {
	uint count;      // keys
	uint columns;    // cells per row
	uint rows;
	uint step;       // keys per cell, or cells per key: the integer part
	uint fraction;   // and the fraction, in units of 2^-32
	uint min_low;  // least key, as a number
	uint min_high; // its upper word, for keys of two words
	uint shift;      // shift that brings the range of keys below 2^16
	uint span;       // shifted range, at least 1
	uint first;      // lowest bit of the digit
	uint bits;       // number of bits of the digit; zero for none
	uint tint;       // meaning of the colours
	uint at;         // word of the first prefix of the digit's counts
	uint stride;     // words between the prefixes
	uint radix;      // zero for digits of whole bits; otherwise first is the weight of the digit
};

const uint TINT_VALUE = 0, TINT_DIGIT = 1, TINT_MOVED = 2; // MOVED: by the last step

// Returns the number by which a key is sorted: lower word, upper word.
#define ORDER_AT(buffer, i) (FORM_TYPE == FORM_U64 ? wide_order(uvec2(buffer[2 * (i)], buffer[2 * (i) + 1])) : uvec2(order_of(buffer[i]), 0))

uvec2 wide_order(uvec2 key) { return DESCENDING ? ~key : key; }

// Returns x times the step.
uint scaled(uint x) {
	uint high, low;
	umulExtended(x, fraction, high, low);
	return x * step + high;
}

// Returns the position of a key in the range of keys: 0 to 65,535.
uint level_of(uvec2 order) {
	if (DESCENDING)
		order = uvec2(~order.x, FORM_TYPE == FORM_U64 ? ~order.y : 0);
	uint low = order.x - min_low;
	uint high = order.y - min_high - uint(order.x < min_low);
	uint d = shift >= 32 ? high >> (shift - 32) : shift == 0 ? low : low >> shift | high << (32 - shift);
	return min(d, span) * 65535u / span;
}

// Returns the number of values of a digit.
uint symbols() { return radix != 0 ? radix : 1u << bits; }

uint digit_of(uvec2 order) {
	if (radix != 0)
		return order.x / first % radix;
	uint at = first >= 32 ? order.y >> (first - 32) : first == 0 ? order.x : order.x >> first | order.y << (32 - first);
	return at & ((1u << bits) - 1);
}

// Returns the value that a key's colour shows, 0 to 255.
uint tint_of(uvec2 order, bool moved) {
	if (tint == TINT_VALUE)
		return level_of(order) >> 8;
	if (tint == TINT_DIGIT)
		return bits == 0 ? 0 : digit_of(order) * 255u / (symbols() - 1);
	return moved ? 255 : 0;
}

#endif
