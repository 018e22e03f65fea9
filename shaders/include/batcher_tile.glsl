// Many stages of Batcher's odd-even mergesort in one dispatch, with the network of
// batcher_stage.glsl. A workgroup loads a tile of the array into shared memory, applies all
// comparators of several stages that lie inside it, and stores it.
//
// The strides from `stride` down to `last_stride` join only keys whose positions are equal modulo
// last_stride. In a table of last_stride columns, filled row by row, comparators run along columns,
// at distances of rows that are powers of two from `reach` = stride / last_stride down to 1. A tile
// is `columns` columns wide, so that consecutive invocations access consecutive keys, and as many
// rows high as there is room.
//
// BLOCKS: a tile is a block of the array, and all its runs are sorted.
// HEADS: the first strides of a run. A tile is as high as the run, and all comparators are inside
// tiles.
// BODIES: later strides. Every line between two rows is crossed by some comparator. So rows are
// divided into bands of 2 * reach, and the last band of every `height` rows is a seam. BODIES omits
// the comparators inside seams. A tile reaches from the middle of one seam to the middle of the
// next, because comparators that cross the middle of a band lie inside the band (at distance
// `reach` none crosses it).
// SEAMS applies the omitted comparators, with tiles that consist of seams.
//
// The result equals that of applying the stages one by one. At a distance d, comparators inside a
// band join its rows d to 2 * reach - d - 1. Comparators that cross its ends touch its first and
// last d rows, which no comparator inside the band has touched at this or a greater distance. So
// the comparators inside the band may run later.
//
// Three strides at a time are applied inside the tile in the same way. An invocation holds eight
// keys at the distance of the third stride. It applies the comparators that cross the line between
// two bands of eight (`joint`) and, after a barrier, those inside a band (`band`).
#extension GL_EXT_control_flow_attributes : require
#include "batcher.glsl"

layout(constant_id = 2) const uint ITEMS = 16; // keys per invocation, a power of two

layout(std430, binding = 0) readonly buffer Count { uint count[]; };
layout(std430, binding = 1) buffer Keys { KEY keys[]; }; // with room for one more, as Payload
layout(std430, binding = 2) buffer Payload { uint payload[]; };
layout(push_constant) uniform Push {
	uint run; // length of the merged runs
	uint stride, last_stride;
	uint columns; // of a tile, at most last_stride
	uint part;
	uint first; // tile of the first workgroup, for a part in several dispatches
};

const uint BLOCKS = 0, HEADS = 1, BODIES = 2, SEAMS = 3;

const uint TILE = gl_WorkGroupSize.x * ITEMS; // keys
const uint WORDS = KEY_WORDS + uint(PAYLOAD); // of a key and its value

// The low words of all ranks of the tile, then the high words, then the values.
shared uint tile[TILE * WORDS];

// Returns the position of a key in `tile`. Shared memory has 32 banks of one word. Bits 5 to 7 of
// the number change the bank such that 32 invocations that hold eight keys each, at any distance,
// always access 32 keys in different banks. Slots of numbers without a common bit combine by ^.
uint slot(uint i) {
	uint line = i >> 5 & 7;
	return i ^ (line ^ line << 3 ^ (line >> 2) * 24) & 31;
}

KEY held[8]; // keys of this invocation
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

// Applies the comparator between two held keys.
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

// Loads the keys of the tile at multiples of a distance from i on, numbers first to last - 1. The
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

// Applies the comparators among eight keys at distance 4 of a merge's first stride, or those across
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

// Sorts runs of eight.
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

// Applies the first three strides of a merge within a block.
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

// The part of the tile in which a stride is applied: `keys` keys beginning at `from`. Comparators
// run across the lines between bands. A line at a multiple of the period, counted from `origin`
// keys before the part, separates two runs or seams, and nothing crosses it.
struct Field { uint from, keys, origin, period; };

// Applies one stride, across the lines between bands of two.
void stride_of(Field f, uint distance) {
	for (uint i = gl_LocalInvocationID.x; i < min(f.keys / 2 + distance, TILE / 2); i += gl_WorkGroupSize.x) {
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

// Applies three strides, down to a distance.
void strides_of(Field f, uint distance) {
	for (uint i = gl_LocalInvocationID.x; i < min(f.keys / 8 + distance, TILE / 8); i += gl_WorkGroupSize.x) {
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

// Applies the strides from a distance down to one row.
void finish(Field f, uint distance) {
	uint left = findMSB(distance) + 1 - findMSB(columns);
	for (; left % 3 != 0; left--, distance /= 2)
		stride_of(f, distance);
	for (; left != 0; left -= 3, distance /= 8)
		strides_of(f, distance / 4);
}

uint n, last_row;
uint row_bits, column_bits, band_bits; // binary logarithms of last_stride, columns and 2 * reach
uint height, reach, top;               // in rows; top is the first row of the tile's first run

// Returns the row of the array for a row of the tile, relative to its first row. Tiles of seams
// have one seam per height. The map is linear in the bits: parts of a row without a common bit add
// up.
uint rows_to(uint row) { return part == SEAMS ? (row >> band_bits) * height + (row & 2 * reach - 1) : row; }

// The eight keys of the tile that an invocation moves, one from each eighth of the tile. `first` is
// a row of the array (it wraps around before row 0), `column` a column.
struct Eight { uint first, column; };

Eight eight_at(uint i) {
	uint strip = first + workgroup() & (last_stride >> column_bits) - 1;
	uint row = top + (part == BODIES ? -reach : part == SEAMS ? height - 2 * reach : 0);
	return Eight(row + rows_to(i >> column_bits), (strip << column_bits) + (i & columns - 1));
}

// Returns the position of key k in the array, or n if it does not exist.
uint place(Eight e, uint k) {
	uint row = e.first + rows_to(k * (height / 8));
	return row > last_row ? n : (row << row_bits) + e.column;
}

// Eight keys at a time are loaded, an eighth of the tile apart, so that the first three strides of
// a run are applied before the keys are stored in the tile. In place of a key that does not exist the
// word after the last key is loaded, and not used: without a branch, no load waits for the one before.
void load() {
	for (uint i = gl_LocalInvocationID.x; i < TILE / 8; i += gl_WorkGroupSize.x) {
		Eight e = eight_at(i);
		bool present[8];
		[[unroll]] for (uint k = 0; k < 8; k++) {
			uint at = place(e, k);
			present[k] = at < n;
			held[k] = keys[min(at, n)];
			if (PAYLOAD)
				held_values[k] = payload[min(at, n)];
		}
		[[unroll]] for (uint k = 0; k < 8; k++) {
			held[k] = present[k] ? rank_of(held[k]) : LAST;
			if (PAYLOAD && !present[k])
				held_values[k] = 0xffffffffu;
		}
		if (part == HEADS) {
			distance_four();
			band();
		}
		give_eight(i, TILE / 8, 0, 8);
	}
	barrier();
}

void store() {
	for (uint i = gl_LocalInvocationID.x; i < TILE / 8; i += gl_WorkGroupSize.x) {
		Eight e = eight_at(i);
		take_eight(i, TILE / 8, 0, 8);
		[[unroll]] for (uint k = 0; k < 8; k++) {
			uint at = place(e, k);
			if (at < n) {
				keys[at] = key_of(held[k]);
				if (PAYLOAD)
					payload[at] = held_values[k];
			}
		}
	}
}

void main() {
	n = count[0];
	if (n < 2)
		return;
	row_bits = findMSB(last_stride);
	column_bits = findMSB(columns);
	height = TILE >> column_bits;
	last_row = n - 1 >> row_bits;
	reach = stride >> row_bits;
	band_bits = findMSB(2 * reach);
	top = (first + workgroup() >> row_bits - column_bits) * (part == SEAMS ? height >> band_bits : 1) * height;

	// If the second half of a run has no keys, the run is already sorted.
	if (top > last_row || part != BLOCKS && (top << row_bits & ~(run - 1)) + run / 2 >= n)
		return;

	// Later strides have a field each; those of a merge use the whole tile, with its runs as the
	// period. A single loop for all keeps the code short.
	uint distance = reach * columns, before = (top << row_bits & run - 1) >> row_bits << column_bits;
	Field field = Field(distance, TILE - 2 * distance, before, run >> row_bits << column_bits);
	if (part == SEAMS) {
		field = Field(0, TILE, 0, 2 * distance);
		distance /= 2;
	} else if (part == HEADS) {
		field = Field(0, TILE, 0, TILE);
		distance = TILE / 16;
	}
	load();
	if (part == BLOCKS)
		sort_eights();
	for (uint half_run = part == BLOCKS ? 8 : TILE / 2; half_run < TILE; half_run *= 2) {
		if (part == BLOCKS) {
			heads(half_run);
			field = Field(0, TILE, 0, 2 * half_run);
			distance = half_run / 8;
		}
		finish(field, distance);
	}
	store();
}
