#version 450
#extension GL_GOOGLE_include_directive : require
#include "brackets.glsl"

// Writes the brackets outside of strings as elements of clips, and their places. Each invocation
// owns the brackets of its blocks, whose numbers follow from prefix sums. It also finds what the
// host reads differently: a byte that JSON has only in strings, and a line end in a string, which
// is an error. All before the first of them is read alike.
layout(std430, binding = 1) readonly buffer Partitions { uvec2 partitions[]; };
layout(std430, binding = 2) coherent buffer Control { uint finished, brackets, is_open, strange; };
layout(std430, binding = 3) writeonly buffer Elements { uint elements[]; }; // with room for all
layout(std430, binding = 4) writeonly buffer Places { uint places[]; };

const uint PUSH = 1, POP = 2; // as in clip.glsl

void main() {
	uint part = first_part + workgroup();
	if (part >= end_part)
		return;
	uint quotes[ROWS], pushes[ROWS], pops[ROWS], inside_only[ROWS], line_ends[ROWS], brackets_at[ROWS];
	uint all, first_strange = 0xffffffffu;
	for (uint row = 0; row < ROWS; row++) {
		uint block = block_of(part, row);
		bool is_long = false;
		quotes[row] = 0;
		pushes[row] = 0;
		pops[row] = 0;
		inside_only[row] = 0;
		line_ends[row] = 0;
		if (block < blocks) {
			Block b = load(block);
			quotes[row] = quotes_of(b, block, is_long);
			pushes[row] = pushes_of(b);
			pops[row] = pops_of(b);
			inside_only[row] = equal(b, BACKSLASH) | equal(b, SLASH) | equal(b, 0);
			line_ends[row] = equal(b, LINE_END);
			if (is_long)
				first_strange = min(first_strange, 32 * block);
		}
	}
	uvec2 begin = partitions[part];
	uint quotes_before[ROWS] = count_before(quotes, all);
	for (uint row = 0; row < ROWS; row++) {
		uint inside = inside_of(quotes[row], begin.y + quotes_before[row]);
		brackets_at[row] = (pushes[row] | pops[row]) & ~inside;
		uint odd = inside_only[row] & ~inside | line_ends[row] & inside;
		if (odd != 0)
			first_strange = min(first_strange, 32 * block_of(part, row) + findLSB(odd));
	}
	LOWER(strange, first_strange)
	uint slots[ROWS] = count_before(brackets_at, all);
	for (uint row = 0; row < ROWS; row++) {
		uint left = brackets_at[row], at = begin.x + slots[row], from = 32 * block_of(part, row);
		[[dont_unroll]] for (uint k = 0; k < 32; k++) {
			if (left == 0)
				break;
			uint bit = findLSB(left);
			elements[at] = ((pops[row] >> bit & 1) != 0 ? POP : PUSH) | at << 2;
			places[at] = from + bit;
			left &= left - 1;
			at++;
		}
	}
}
