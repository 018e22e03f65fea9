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
//
// Inside the tile three strides at a time are made by the same division: an invocation
// holds eight keys at the distance of the third one. Around each line between bands of
// eight it makes what crosses the line, of all three strides (`joint`); after a barrier
// it makes what is left, inside the bands (`band`).
#extension GL_EXT_control_flow_attributes : require
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

// Where a key stands in `tile`: such that invocations that read keys eight apart, or eight
// times two to sixteen, find them in different banks (32, a word wide). A bit of a number goes
// to its own place, bits 5 to 7 to others too: no two sums of what differs are the same.
uint slot(uint i) {
	uint line = i >> 5 & 7;
	return i ^ (line ^ line << 3 ^ (line >> 2) * 24) & 31;
}

KEY held[8]; // by the invocation
uint held_values[8];

void take(uint k, uint slot) {
#if KEY_WORDS == 1
	held[k] = tile[slot];
#else
	held[k] = uvec2(tile[slot], tile[TILE + slot]);
#endif
	if (PAYLOAD)
		held_values[k] = tile[(WORDS - 1) * TILE + slot];
}

void give(uint k, uint slot) {
#if KEY_WORDS == 1
	tile[slot] = held[k];
#else
	tile[slot] = held[k].x;
	tile[TILE + slot] = held[k].y;
#endif
	if (PAYLOAD)
		tile[(WORDS - 1) * TILE + slot] = held_values[k];
}

// The comparator between two held keys.
void compare(uint low, uint high) {
	KEY a = held[low], b = held[high];
	uint a_value = held_values[low], b_value = held_values[high];
#if KEY_WORDS == 1
	if (!PAYLOAD) {
		held[low] = min(a, b);
		held[high] = max(a, b);
		return;
	}
#endif
	bool exchange = after(a, a_value, b, b_value);
	held[low] = exchange ? b : a;
	held[high] = exchange ? a : b;
	held_values[low] = exchange ? b_value : a_value;
	held_values[high] = exchange ? a_value : b_value;
}

// Keys of the tile at a distance, from i on: those numbered from first to last - 1. The
// bits of i for the distance and its double are zero, so slots add up without carry.
void take_eight(uint i, uint distance, uint first, uint last) {
	uint lower = slot(i), upper = slot(i + 4 * distance);
	[[unroll]] for (uint k = 0; k < 8; k++)
		if (k >= first && k < last)
			take(k, (k < 4 ? lower : upper) ^ slot((k & 3) * distance));
}

void give_eight(uint i, uint distance, uint first, uint last) {
	uint lower = slot(i), upper = slot(i + 4 * distance);
	[[unroll]] for (uint k = 0; k < 8; k++)
		if (k >= first && k < last)
			give(k, (k < 4 ? lower : upper) ^ slot((k & 3) * distance));
}

// Among eight keys: the comparators at distance 4 of a merge's first stride, or around
// the line in the middle.
void distance_four() {
	compare(0, 4);
	compare(1, 5);
	compare(2, 6);
	compare(3, 7);
}

void distance_two() {
	compare(2, 4);
	compare(3, 5);
}

void joint() {
	distance_four();
	distance_two();
	compare(3, 4);
}

void band() {
	distance_two();
	compare(1, 2);
	compare(3, 4);
	compare(5, 6);
}

// Makes runs of eight.
void sort_eights() {
	for (uint i = 8 * gl_LocalInvocationID.x; i < TILE; i += 8 * gl_WorkGroupSize.x) {
		take_eight(i, 1, 0, 8);
		[[unroll]] for (uint k = 0; k < 8; k += 2)
			compare(k, k + 1);
		[[unroll]] for (uint k = 0; k < 8; k += 4) {
			compare(k, k + 2);
			compare(k + 1, k + 3);
			compare(k + 1, k + 2);
		}
		distance_four();
		band();
		give_eight(i, 1, 0, 8);
	}
	barrier();
}

// The first three strides of a merge.
void heads(uint half_run) {
	uint distance = half_run / 4;
	for (uint i = gl_LocalInvocationID.x; i < TILE / 8; i += gl_WorkGroupSize.x) {
		uint first = i + 7 * (i & ~(distance - 1));
		take_eight(first, distance, 0, 8);
		distance_four();
		band();
		give_eight(first, distance, 0, 8);
	}
	barrier();
}

// All other strides are made in a part of the tile: so many keys, from one on. Lines that no comparator
// crosses lie in it at multiples of a period, beginning `origin` keys before it.
struct Field { uint from, keys, origin, period; };

// One stride: around lines between bands of two.
void stride_of(Field f, uint distance) {
	for (uint i = gl_LocalInvocationID.x; i < f.keys / 2 + distance; i += gl_WorkGroupSize.x) {
		uint at = i + (i & ~(distance - 1)), high = f.from + at;
		if ((f.origin + at & f.period - 1) < distance)
			continue;
		take(0, slot(high - distance));
		take(1, slot(high));
		compare(0, 1);
		give(0, slot(high - distance));
		give(1, slot(high));
	}
	barrier();
}

// Three strides, down to a distance.
void strides_of(Field f, uint distance) {
	for (uint i = gl_LocalInvocationID.x; i < f.keys / 8 + distance; i += gl_WorkGroupSize.x) {
		uint at = i + 7 * (i & ~(distance - 1)), first = f.from + at - 4 * distance;
		if ((f.origin + at & f.period - 1) < distance)
			continue;
		take_eight(first, distance, 0, 8);
		joint();
		give_eight(first, distance, 0, 8);
	}
	barrier();
	for (uint i = gl_LocalInvocationID.x; i < f.keys / 8; i += gl_WorkGroupSize.x) {
		uint first = f.from + i + 7 * (i & ~(distance - 1));
		take_eight(first, distance, 1, 7);
		band();
		give_eight(first, distance, 1, 7);
	}
	barrier();
}

// The strides from a distance down to one row.
void finish(Field f, uint distance) {
	uint left = findMSB(distance) + 1 - findMSB(columns);
	for (; left % 3 != 0; left--, distance /= 2)
		stride_of(f, distance);
	for (; left != 0; left -= 3, distance /= 8)
		strides_of(f, distance / 4);
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
		held[0] = exists ? rank_of(keys[i]) : LAST;
		if (PAYLOAD)
			held_values[0] = exists ? payload[i] : 0xffffffffu;
		give(0, slot(at));
	}
	barrier();

	// Later strides have a field each; a merge has the whole tile, and its runs are the
	// period. One loop for all, so that the code is there once.
	uint distance = reach * columns, before = (top << row_bits & run - 1) >> row_bits << column_bits;
	Field field = Field(distance, TILE - 2 * distance, before, run >> row_bits << column_bits); // between the lines in the middle of two seams
	if (part == SEAMS) {
		field = Field(0, TILE, 0, 2 * distance);
		distance /= 2;
	}
	if (part == BLOCKS)
		sort_eights();
	for (uint half_run = part == BLOCKS ? 8 : TILE / 2; half_run < TILE; half_run *= 2) {
		if (part == BLOCKS || part == HEADS) {
			heads(half_run);
			field = Field(0, TILE, 0, 2 * half_run);
			distance = half_run / 8;
		}
		finish(field, distance);
	}

	for (uint at = gl_LocalInvocationID.x; at < TILE; at += gl_WorkGroupSize.x) {
		uint row = row_of(at >> column_bits, top, height, reach);
		uint i = (row << row_bits) + strip * columns + (at & columns - 1);
		if (row > last_row || i >= n)
			continue;
		take(0, slot(at));
		keys[i] = key_of(held[0]);
		if (PAYLOAD)
			payload[i] = held_values[0];
	}
}
