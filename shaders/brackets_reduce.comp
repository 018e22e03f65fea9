#version 450
#extension GL_GOOGLE_include_directive : require
#include "brackets.glsl"
#include "last.glsl"

// Counts the quotes of each partition, and its brackets outside of strings if it begins outside of
// one; the other brackets count if it begins in one. The last workgroup makes of these where each
// partition begins. No workgroup waits.
layout(std430, binding = 1) coherent buffer Partitions { uvec2 partitions[]; }; // brackets before it, and 1 if it begins in a string
layout(std430, binding = 2) coherent buffer Control {
	uint finished; // workgroups; zero before and after the dispatches
	uint brackets; // outside of strings
	uint is_open;  // 1 if the last string does not end
	uint strange;  // place of the first byte that is not read as the host reads it, or NOWHERE; found by brackets_write
};

const uint NOWHERE = 0xffffffffu;

void main() {
	uint part = first_part + workgroup();
	if (part >= end_part)
		return;
	uint quotes[ROWS], brackets_at[ROWS], all, numbers = 0, of_all;
	for (uint row = 0; row < ROWS; row++) {
		uint block = block_of(part, row);
		bool is_long = false; // brackets_write reports it
		quotes[row] = 0;
		brackets_at[row] = 0;
		if (block < blocks) {
			Block b = load(block);
			quotes[row] = quotes_of(b, block, is_long);
			brackets_at[row] = pushes_of(b) | pops_of(b);
		}
	}
	uint quotes_before[ROWS] = count_before(quotes, all);
	for (uint row = 0; row < ROWS; row++) { // 2^15 brackets in all at most
		uint outside = brackets_at[row] & ~inside_of(quotes[row], quotes_before[row]);
		numbers += bitCount(outside) | bitCount(brackets_at[row]) << 16;
	}
	units_before(unit_sum(numbers), of_all);
	if (gl_LocalInvocationID.x == 0)
		partitions[part] = uvec2(of_all, all & 1);

	LAST_OF(finished, groups)
	if (!is_last)
		return;
	uint quotes_so_far = 0, brackets_so_far = 0;
	for (uint first = 0; first < groups; first += gl_WorkGroupSize.x) { // at most 2^32 bytes / 2^11 / 64 rounds
		uint p = first + UNIT * UNIT_LANES + UNIT_LANE;
		uvec2 v = p < groups ? partitions[p] : uvec2(0);
		uint odd = quotes_so_far + units_before(unit_sum(v.y), all) + unit_before(v.y) & 1;
		uint outside = v.x & 0xffff, number = odd == 0 ? outside : (v.x >> 16) - outside;
		uint place = brackets_so_far + units_before(unit_sum(number), of_all) + unit_before(number);
		if (p < groups)
			partitions[p] = uvec2(place, odd);
		quotes_so_far += all;
		brackets_so_far += of_all;
	}
	if (gl_LocalInvocationID.x == 0) {
		finished = 0;
		brackets = brackets_so_far;
		is_open = quotes_so_far & 1;
		strange = NOWHERE;
	}
}
