// What is open before a partition: the stack is made of parts of the slices of those
// partitions that go lower than all between. They are noted from the nearest to the farthest, with their
// lowest heights above the beginning of this one. NOTED, a constant, is how many there may be.
shared uint noted;
shared uint noted_parts[NOTED]; // their numbers; the highest bit is the includer's
shared int noted_lows[NOTED];

uint place_in_slice(uint part, uint r) {
	uint k = part * PARTITION + r;
	return slices[k / 2] >> 16 * (k % 2) & 0xffffu;
}

uint noted_part(uint k) { return noted_parts[k] & 0x7fffffffu; }

// The first of the noted partitions that goes below a height, or their number.
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

// The push that is open from below a height, given noted_below of that.
uint found_outside(uint k, int height) {
	return k == noted ? NONE : noted_part(k) * PARTITION + place_in_slice(noted_part(k), uint(height - 1 - noted_lows[k]));
}
