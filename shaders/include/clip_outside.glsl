#include "clip_slice.glsl"

// The pushes that are open before a partition. The stack consists of parts of the slices of those
// partitions that go lower than all between. They are noted from the nearest to the farthest, with
// their lowest heights relative to the beginning of this one. Shared memory has room for NOTED, a
// constant; with FAR the others are in a buffer.
shared uint noted;
shared uint noted_parts[NOTED]; // their numbers; the highest bit is free for the including file
shared int noted_lows[NOTED];

#ifdef FAR
uint noted_word(uint k) { return k < NOTED ? noted_parts[k] : far[far_from() + k].x; }
int noted_low(uint k) { return k < NOTED ? noted_lows[k] : int(far[far_from() + k].y); }
#else
uint noted_word(uint k) { return noted_parts[k]; }
int noted_low(uint k) { return noted_lows[k]; }
#endif
uint noted_part(uint k) { return noted_word(k) & 0x7fffffffu; }

// Returns the first noted partition that goes below a height, or their number.
uint noted_below(int height) {
	uint from = 0, to = noted;
	[[dont_unroll]] for (uint round = 0; round < 14; round++) {
		if (from == to)
			break;
		uint middle = (from + to) / 2;
		if (noted_low(middle) < height)
			to = middle;
		else
			from = middle + 1;
	}
	return from;
}

// Returns the push that is open from below a height, given noted_below of that height.
uint found_outside(uint k, int height) {
	return k == noted ? NONE : noted_part(k) * PARTITION + place_in_slice(noted_part(k), uint(height - 1 - noted_low(k)));
}
