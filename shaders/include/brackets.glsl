// The brackets of JSON, found 32 bytes at a time (G. Langdale and D. Lemire, "Parsing gigabytes of
// JSON per second", 2019, section 3.1): masks with a bit per byte say where a character is. A quote
// is escaped if an odd number of backslashes precedes it. A byte is in a string if an odd number
// of other quotes precedes it, which a prefix sum of their numbers tells.
//
// A block is 32 bytes. A partition is ROWS blocks for each invocation of a workgroup, in the order
// of scans: a unit's lanes read consecutive blocks.
#ifndef BRACKETS_GLSL
#define BRACKETS_GLSL
#extension GL_EXT_control_flow_attributes : require
#include "invocation.glsl"
#include "scan_workgroup.glsl"

const uint ROWS = 4; // 256 invocations then have no more brackets than 16 bits count

layout(std430, binding = 0) readonly buffer Text { uvec4 text_vectors[]; };    // padded with spaces to whole blocks
layout(std430, binding = 0) readonly buffer TextWords { uint text_words[]; }; // four bytes each, the first one lowest

layout(push_constant) uniform Push {
	uint blocks;
	uint first_part; // partition of the first workgroup, for work in several dispatches
	uint end_part;   // partition after the last one of the dispatch
	uint groups;     // partitions of all dispatches
};

const uint QUOTE = 0x22, BACKSLASH = 0x5c, SLASH = 0x2f, LINE_END = 0x0a;
const uint LONG_RUN = 128; // blocks of backslashes that are counted; more are reported

struct Block {
	uvec4 low, high; // the bytes
};

Block load(uint block) { return Block(text_vectors[2 * block], text_vectors[2 * block + 1]); }

// Returns a bit for each of 16 bytes that is a character. Bit 7 of a byte that differs is set by
// adding 0x7f to its other bits, without a carry to the next byte; the product moves four bits together.
uint equal(uvec4 v, uint character) {
	v ^= character * 0x01010101u;
	v = ~((v & 0x7f7f7f7fu) + 0x7f7f7f7fu | v) >> 7 & 0x01010101u;
	v = v * 0x01020408u >> 24;
	return v.x | v.y << 4 | v.z << 8 | v.w << 12;
}

uint equal(Block b, uint character) { return equal(b.low, character) | equal(b.high, character) << 16; }

// Returns where pushes are: ( [ {. Bit 5 distinguishes [ from {, and no other character differs from
// either by that bit alone.
uint pushes_of(Block b) {
	return equal(b, 0x28) | equal(Block(b.low | 0x20202020u, b.high | 0x20202020u), 0x7b);
}

// Returns where pops are: ) ] }.
uint pops_of(Block b) {
	return equal(b, 0x29) | equal(Block(b.low | 0x20202020u, b.high | 0x20202020u), 0x7d);
}

// Returns 1 if an odd number of backslashes precedes a block. is_long is set, and the result is not
// known, if there are LONG_RUN blocks of them, or if they begin the text, which is not JSON either.
uint escaped_before(uint block, inout bool is_long) {
	bool more = block > 0 && text_words[8 * max(block, 1) - 1] >> 24 == BACKSLASH;
	uint odd = 0;
	[[dont_unroll]] for (uint k = 1; k <= min(block, LONG_RUN); k++) {
		if (!more)
			break;
		uint others = ~equal(load(block - k), BACKSLASH);
		odd = uint(31 - findMSB(others)) & 1; // 32 if there are none: the number before them decides
		more = others == 0;
	}
	if (more)
		is_long = true;
	return odd;
}

// Returns where quotes are that begin or end a string.
uint quotes_of(Block b, uint block, inout bool is_long) {
	uint escaped = escaped_before(block, is_long), slashes = equal(b, BACKSLASH) & ~escaped;
	[[dont_unroll]] for (uint k = 0; k < 16; k++) { // a backslash hides the next byte
		if (slashes == 0)
			break;
		uint hidden = (slashes & -slashes) << 1;
		escaped |= hidden;
		slashes &= slashes - 1 & ~hidden;
	}
	return equal(b, QUOTE) & ~escaped;
}

// Returns where strings are, without their closing quotes, given the number of quotes before a block.
uint inside_of(uint quotes, uint before) {
	quotes ^= quotes << 1;
	quotes ^= quotes << 2;
	quotes ^= quotes << 4;
	quotes ^= quotes << 8;
	quotes ^= quotes << 16;
	return (before & 1) != 0 ? ~quotes : quotes;
}

// Returns for each row the number of bits in earlier blocks of the partition. The whole workgroup
// must arrive.
uint[ROWS] count_before(uint bits[ROWS], out uint all) {
	uint counts[ROWS], of_unit = 0;
	for (uint row = 0; row < ROWS; row++) {
		uint number = bitCount(bits[row]);
		counts[row] = of_unit + unit_before(number);
		of_unit += unit_sum(number);
	}
	uint of_others = units_before(of_unit, all);
	for (uint row = 0; row < ROWS; row++)
		counts[row] += of_others;
	return counts;
}

uint block_of(uint part, uint row) {
	return ((part * UNITS + UNIT) * ROWS + row) * UNIT_LANES + UNIT_LANE;
}

#endif
