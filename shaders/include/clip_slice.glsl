// Slices of the stack, two positions in a word.
#ifndef CLIP_SLICE_GLSL
#define CLIP_SLICE_GLSL

// Returns the position in a partition of the r-th push that stays open, from the lowest.
uint place_in_slice(uint part, uint r) {
	uint k = part * PARTITION + r;
	return slices[k / 2] >> 16 * (k % 2) & 0xffffu;
}

#endif
