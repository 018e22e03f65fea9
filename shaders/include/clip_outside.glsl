#include "clip_slice.glsl"

// The pushes that are open before a partition. The stack consists of parts of the slices of those
// partitions that go lower than all between. They are noted from the nearest to the farthest, with
// their lowest heights relative to the beginning of this one. NOTED, a constant, is the greatest
// number of them.
shared uint noted;
shared uint noted_parts[NOTED]; // their numbers; the highest bit is free for the including file
shared int noted_lows[NOTED];

uint noted_part(uint k) { return noted_parts[k] & 0x7fffffffu; }

// Returns the first noted partition that goes below a height, or their number.
uint noted_below(int height) {
	uint from = 0, to = noted;
	[[dont_unroll]] for (uint round = 0; round < 14; round++) {
		if (from == to)
			break;
		uint middle = (from + to) / 2;
		if (noted_lows[middle] < height)
			to = middle;
		else
			from = middle + 1;
	}
	return from;
}

// Returns the push that is open from below a height, given noted_below of that height.
uint found_outside(uint k, int height) {
	return k == noted ? NONE : noted_part(k) * PARTITION + place_in_slice(noted_part(k), uint(height - 1 - noted_lows[k]));
}
