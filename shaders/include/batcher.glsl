// Comparisons of Batcher's sorts. The rank of a key is a number that is different for different
// keys. So keys without values that compare as equal are identical, and a comparator is a minimum
// and a maximum.
#ifndef BATCHER_GLSL
#define BATCHER_GLSL

#include "sort_key.glsl"

#if KEY_WORDS == 1

const uint LAST = 0xffffffffu; // rank of positions after the last key

// Ranks of floats begin with -infinity, whose bits give 0x007fffff when ordered. After +infinity
// they continue with NaNs, ordered by their bits without the sign and then by the sign: the key's
// bits, rotated left by one.
const uint LOWEST = 0x007fffffu, NO_NUMBER = 2 * 0x7f800001u;

uint rank_of(uint key) {
	if (FORM_TYPE == FORM_I32)
		key ^= 0x80000000u;
	if (FORM_TYPE == FORM_F32) {
		uint turned = key << 1 | key >> 31;
		key = turned >= NO_NUMBER ? turned : (key >> 31 != 0 ? ~key : key | 0x80000000u) - LOWEST;
	}
	return DESCENDING ? ~key : key;
}

uint key_of(uint rank) {
	if (DESCENDING)
		rank = ~rank;
	if (FORM_TYPE == FORM_I32)
		rank ^= 0x80000000u;
	if (FORM_TYPE == FORM_F32) {
		uint bits = rank + LOWEST;
		rank = rank >= NO_NUMBER ? rank >> 1 | rank << 31 : bits >> 31 != 0 ? bits & 0x7fffffffu : ~bits;
	}
	return rank;
}

// Removes the sign of a NaN, so that NaNs that differ only in the sign are equal.
uint order_of_rank(uint rank) {
	bool no_number = DESCENDING ? rank <= ~NO_NUMBER : rank >= NO_NUMBER;
	return no_number ? rank & ~1u : rank;
}

// Reports whether an entry belongs after another, by key and then by value.
bool after(uint a, uint a_value, uint b, uint b_value) {
	if (!PAYLOAD)
		return a > b;
	if (FORM_TYPE == FORM_F32) {
		a = order_of_rank(a);
		b = order_of_rank(b);
	}
	return a > b || a == b && a_value > b_value;
}

#else

const uvec2 LAST = uvec2(0xffffffffu);

uvec2 rank_of(uvec2 key) { return order_of(key); }

uvec2 key_of(uvec2 rank) { return order_of(rank); }

bool after(uvec2 a, uint a_value, uvec2 b, uint b_value) {
	return a.y > b.y || a.y == b.y && (a.x > b.x || PAYLOAD && a.x == b.x && a_value > b_value);
}

#endif

// Inserts a zero bit into a number at the bit of a power of two; higher bits move up. Pair i of the
// keys at a distance begins at spread(i, distance).
uint spread(uint i, uint distance) { return i + (i & ~(distance - 1)); }

#endif
