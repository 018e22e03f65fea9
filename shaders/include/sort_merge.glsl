// Merges two sorted arrays, of which the first is full if the second has keys. Equal keys of the
// first come first (Green, McColl and Bader, "GPU Merge Path", 2012).
//
// A dispatch merges a part of the result that has a buffer of its own. It is divided into tiles.
// First, an invocation for each end of a tile finds how many keys of the first array come before it. Then a workgroup loads the keys of a tile, which
// are contiguous in both arrays, into shared memory; an invocation finds in the same way where its
// ITEMS keys begin, and merges them. Values follow their keys the same way.
#extension GL_EXT_control_flow_attributes : require
#include "invocation.glsl"
#include "sort_key.glsl"

layout(constant_id = 2) const uint ITEMS = 15;

layout(std430, binding = 0) readonly buffer Count { uint count; }; // keys of both arrays
layout(std430, binding = 1) readonly buffer Low { KEY low[]; };
layout(std430, binding = 2) readonly buffer LowPayload { uint low_payload[]; };
layout(std430, binding = 3) readonly buffer High { KEY high[]; };
layout(std430, binding = 4) readonly buffer HighPayload { uint high_payload[]; };
layout(std430, binding = 5) buffer Splits { uint splits[]; }; // for each end of a tile: keys of Low before it
layout(std430, binding = 6) writeonly buffer Next { KEY next_keys[]; };
layout(std430, binding = 7) writeonly buffer NextPayload { uint next_payload[]; };

layout(push_constant) uniform Push {
	uint full;        // capacity of Low
	uint is_split;    // 1: finds splits; 0: merges
	uint begin, end;  // positions in the merged array between which Next is
	uint first_split; // of the tiles of Next
	uint first;       // tile of the first workgroup or, for splits, of the first invocation
};

const uint TILE = gl_WorkGroupSize.x * ITEMS; // keys
const uint TILE_ROUNDS = TILE < 4096 ? 12 : 16; // of a search; a shared array is smaller than 2^16

shared KEY keys[TILE];

// Searches for the number of keys of the first of two arrays of n and m keys among the first d of
// both, in enough rounds. The last ones may change nothing: on the software device values that
// leave a loop at different times are unreliable.
#define SEARCH(found, rounds, d, n, m, first_key, second_key) \
	uint found = (d) > (m) ? (d) - (m) : 0; \
	for (uint round = 0, above = min(d, n); round < rounds; round++) \
		if (found < above) { \
			uint middle = found + (above - found) / 2; \
			if (before(second_key((d) - 1 - middle), first_key(middle))) \
				above = middle; \
			else \
				found = middle + 1; \
		}

#define LOW_KEY(i) low[i]
#define HIGH_KEY(i) high[i]
#define TILE_LOW(i) keys[i]
#define TILE_HIGH(i) keys[lows + (i)]

void split() {
	uint t = first + invocation(), n = min(count, full), m = count - n, last = min(count, end);
	if (t > 0 && begin + (t - 1) * TILE >= last)
		return;
	uint d = min(begin + t * TILE, last);
	SEARCH(found, 32, d, n, m, LOW_KEY, HIGH_KEY)
	splits[first_split + t] = found;
}

void merge() {
	uint tile = first + workgroup(), size = gl_WorkGroupSize.x, i = gl_LocalInvocationID.x;
	uint to = tile * TILE, last = min(count, end);
	if (begin + to >= last)
		return;
	uint here = min(TILE, last - begin - to);
	uint from_low = splits[first_split + tile], lows = splits[first_split + tile + 1] - from_low;
	uint from_high = begin + to - from_low;
	[[unroll]] for (uint item = 0; item < ITEMS; item++) {
		uint p = item * size + i;
		if (p < lows)
			keys[p] = low[from_low + p];
		else if (p < here)
			keys[p] = high[from_high + p - lows];
	}
	barrier();

	uint d = min(i * ITEMS, here);
	SEARCH(a, TILE_ROUNDS, d, lows, here - lows, TILE_LOW, TILE_HIGH)
	uint b = lows + d - a;
	KEY own[ITEMS], low_key = keys[min(a, here - 1)], high_key = keys[min(b, here - 1)];
	uint sources[ITEMS];
	[[unroll]] for (uint item = 0; item < ITEMS; item++) { // after the last key of the tile without use
		bool is_low = a < lows && (b >= here || !before(high_key, low_key));
		own[item] = is_low ? low_key : high_key;
		sources[item] = is_low ? a : b;
		a += uint(is_low);
		b += uint(!is_low);
		KEY next = keys[min(is_low ? a : b, here - 1)];
		low_key = is_low ? next : low_key;
		high_key = is_low ? high_key : next;
	}
	// Merged keys go through shared memory, so that adjacent invocations write to adjacent addresses.
	barrier();
	[[unroll]] for (uint item = 0; item < ITEMS; item++)
		if (d + item < here)
			keys[d + item] = own[item];
	barrier();
	[[unroll]] for (uint item = 0; item < ITEMS; item++) {
		uint p = item * size + i;
		if (p < here)
			next_keys[to + p] = keys[p];
	}
	if (!PAYLOAD)
		return;
	barrier();
	[[unroll]] for (uint item = 0; item < ITEMS; item++)
		if (d + item < here) {
			uint p = sources[item];
			keys[d + item] = KEY(p < lows ? low_payload[from_low + p] : high_payload[from_high + p - lows]);
		}
	barrier();
	[[unroll]] for (uint item = 0; item < ITEMS; item++) {
		uint p = item * size + i;
		if (p < here)
#if KEY_WORDS == 1
			next_payload[to + p] = keys[p];
#else
			next_payload[to + p] = keys[p].x;
#endif
	}
}

void main() {
	if (is_split != 0)
		split();
	else
		merge();
}
