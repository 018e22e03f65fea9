// Many stages of Batcher's odd-even mergesort in one dispatch: the network is that
// of batcher_stage.glsl. A workgroup takes a tile of the array to shared memory,
// applies all comparators of some stages that lie inside, and puts it back.
//
// All strides from `stride` down to `last_stride` join only keys whose positions are
// equal modulo last_stride. Seen as a table of last_stride columns, filled row by row,
// comparators run along columns, at distances in rows that are powers of two from
// `reach` = stride / last_stride down to 1. A tile is `columns` columns wide, so that
// neighbours read neighbours, and as many rows high as there is room for.
//
// BLOCKS: a tile is a block of the array, and all its runs are made.
// HEADS: the first strides of a run; a tile is as high as the run. Both are exact.
// BODIES: later strides. Their comparators start in the second part of each pair of
// parts, so no line between rows can be drawn that none of them crosses. Rows are
// divided into bands of 2 * reach rows. One band in each height of a tile is a seam:
// the lines between tiles lie in the middle of seams. BODIES leaves out the comparators that
// lie inside a seam, SEAMS does these afterwards, tiles being made of seams alone.
// The result is that of the stages one after another. At a distance d < reach,
// comparators inside a band join rows d to 2 * reach - d - 1 of it, and those that
// cross its ends end in its first or begin in its last d rows. So what BODIES does at d
// touches no row that an earlier comparator of SEAMS would have touched, and comparators
// of one distance have no row in common. The tile has the rows that BODIES needs:
// a comparator over the line in the middle of a seam lies inside the seam, for at
// distance `reach` comparators begin at that line and end at that line.
#include "batcher.glsl"

layout(constant_id = 2) const uint ITEMS = 16; // keys of an invocation, a power of two

layout(std430, binding = 0) readonly buffer Count { uint count[]; };
layout(std430, binding = 1) buffer Keys { KEY keys[]; };
layout(std430, binding = 2) buffer Payload { uint payload[]; };
layout(push_constant) uniform Push {
	uint run; // the length of the runs that are made
	uint stride, last_stride;
	uint columns; // of a tile, last_stride at most
	uint part;
};

const uint BLOCKS = 0, HEADS = 1, BODIES = 2, SEAMS = 3;

const uint TILE = gl_WorkGroupSize.x * ITEMS; // keys
const uint WORDS = KEY_WORDS + uint(PAYLOAD); // of a key and its value

// The tile: the low words of all ranks, then the high ones, then the values.
shared uint tile[TILE * WORDS];

#if KEY_WORDS == 1
KEY rank_at(uint i) { return tile[i]; }
void put_rank(uint i, KEY rank) { tile[i] = rank; }
#else
KEY rank_at(uint i) { return uvec2(tile[i], tile[TILE + i]); }
void put_rank(uint i, KEY rank) {
	tile[i] = rank.x;
	tile[TILE + i] = rank.y;
}
#endif

uint value_at(uint i) { return PAYLOAD ? tile[(WORDS - 1) * TILE + i] : 0; }

void put_value(uint i, uint value) {
	if (PAYLOAD)
		tile[(WORDS - 1) * TILE + i] = value;
}

void compare(uint low, uint high) {
	KEY a = rank_at(low), b = rank_at(high);
	uint a_value = value_at(low), b_value = value_at(high);
	bool exchange = after(a, a_value, b, b_value);
	put_rank(low, exchange ? b : a);
	put_rank(high, exchange ? a : b);
	put_value(low, exchange ? b_value : a_value);
	put_value(high, exchange ? a_value : b_value);
}

// Applies the comparators of a stage in the tile: pairs at a distance in keys,
// numbered from `from` to `to`, the first of which begins at an offset; in each
// period of numbers only the first `kept` exist.
void stage(uint distance, uint offset, uint from, uint to, uint period, uint kept) {
	for (uint i = from + gl_LocalInvocationID.x; i < to; i += gl_WorkGroupSize.x) {
		uint low = spread(i, distance) + offset;
		if ((i & (period - 1)) < kept)
			compare(low, low + distance);
	}
	barrier();
}

// The stages of a merge but the first: runs of twice half_run keys.
void finish(uint half_run) {
	for (uint d = half_run / 2; d >= columns; d /= 2)
		stage(d, d, 0, TILE / 2, half_run, half_run - d);
}

void merge(uint half_run) {
	stage(half_run, 0, 0, TILE / 2, 1, 1);
	finish(half_run);
}

// The stages of a body; reach in keys of the tile. Where a run begins at the middle of
// the tile's first seam, nothing comes from before.
void body(uint reach, bool begins) {
	stage(reach, 0, begins ? reach : 0, TILE / 2, 1, 1);
	for (uint d = reach / 2; d >= columns; d /= 2)
		stage(d, d, begins ? reach / 2 : reach / 2 - d, (TILE - reach) / 2, 1, 1);
}

// The number of rows before the tile, that of its first run being `top`.
uint row_of(uint row, uint top, uint height, uint reach) {
	if (part == SEAMS) { // the last band of every height
		uint seam = row / (2 * reach);
		return top + (seam + 1) * height - 2 * reach + (row & 2 * reach - 1);
	}
	return part == BODIES ? top - reach + row : top + row; // above the array it wraps around
}

void main() {
	uint n = count[0];
	if (n < 2)
		return;
	uint row_bits = findMSB(last_stride), column_bits = findMSB(columns), last_row = n - 1 >> row_bits;
	uint height = TILE >> column_bits, reach = stride >> row_bits;

	// Which columns, and from which row on. A run whose second half has no keys is sorted.
	uint strips = last_stride >> column_bits, strip = workgroup() & strips - 1;
	uint top = (workgroup() >> findMSB(strips)) * height * (part == SEAMS ? height / (2 * reach) : 1);
	if (top > last_row || part != BLOCKS && (top << row_bits & ~(run - 1)) + run / 2 >= n)
		return;

	for (uint at = gl_LocalInvocationID.x; at < TILE; at += gl_WorkGroupSize.x) {
		uint row = row_of(at >> column_bits, top, height, reach);
		uint i = (row << row_bits) + strip * columns + (at & columns - 1);
		bool exists = row <= last_row && i < n;
		put_rank(at, exists ? rank_of(keys[i]) : LAST);
		if (PAYLOAD)
			put_value(at, exists ? payload[i] : 0xffffffffu);
	}
	barrier();

	if (part == BLOCKS) {
		for (uint half_run = 1; half_run < TILE; half_run *= 2)
			merge(half_run);
	} else if (part == HEADS) {
		merge(TILE / 2);
	} else if (part == BODIES) {
		body(reach * columns, (top << row_bits & run - 1) == 0);
	} else {
		finish(reach * columns);
	}

	for (uint at = gl_LocalInvocationID.x; at < TILE; at += gl_WorkGroupSize.x) {
		uint row = row_of(at >> column_bits, top, height, reach);
		uint i = (row << row_bits) + strip * columns + (at & columns - 1);
		if (row > last_row || i >= n)
			continue;
		keys[i] = key_of(rank_at(at));
		if (PAYLOAD)
			payload[i] = value_at(at);
	}
}
