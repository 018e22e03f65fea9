// Finds the sides that affect a tile. One invocation owns a pair of a step and a tile. The file is
// included twice: to count the sides and, with WRITE, to write the sides of the pairs that begin in
// the window, at positions given by the counts.
//
// A stretch is a run of sides of a contour: the whole contour, the stretches that it is divided
// into, and so on; nested stretches are stored after it. If a whole stretch is to the left of the
// tile, or its box contains no sample of the tile, it winds around each sample like the line from
// its first point to its last, so its parts can be skipped. Sides to the left that pass the tile
// from top to bottom, or upwards, are only counted, as the backdrop.
//
// The work of a pair is known only afterwards. Once the pairs of a submission have reached its
// limit, further ones are left for the next submission.
#ifndef PICTURE_SIDES_GLSL
#define PICTURE_SIDES_GLSL
#include "invocation.glsl"
#include "picture.glsl"

struct Stretch {
	vec4 box;
	uint first; // index of the first point
	uint sides;
	uint next;  // the stretch after all nested ones
	uint spare;
};

layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };       // tiles
layout(std430, binding = 1) readonly buffer Payload { uint payload[]; }; // steps
layout(std430, binding = 2) readonly buffer Count { uint count; };       // of pairs
layout(std430, binding = 3) readonly buffer Steps { uvec4 steps[]; };
layout(std430, binding = 4) readonly buffer Stretches { Stretch stretches[]; };
layout(std430, binding = 5) readonly buffer Points { vec4 points[]; };   // x, y, slope of the side to the next point, unused
#ifdef WRITE
layout(std430, binding = 6) readonly buffer Firsts { uint firsts[]; };   // number of sides of earlier pairs
layout(std430, binding = 7) writeonly buffer Sides { uint sides[]; };    // SIDE words each
layout(std430, binding = 8) buffer Counts { uint counts[]; };            // of sides, or a mark
layout(std430, binding = 9) buffer Status { uint pages_taken, no_room, too_many_sides, busy, spent, uncounted, unwritten; };
#else
layout(std430, binding = 6) buffer Counts { uint counts[]; };
layout(std430, binding = 7) writeonly buffer Backdrops { int backdrops[]; };
layout(std430, binding = 8) buffer Status { uint pages_taken, no_room, too_many_sides, busy, spent, uncounted, unwritten; };
#endif

const uint NOT_COUNTED = 0xffffffffu, WRITTEN = 0xfffffffeu; // marks of pairs

const uint LEAF = 8; // greatest number of sides of an undivided stretch

// The software device ends an invocation after 65,535 loop iterations. MOST_WORK bounds the
// iterations here, and MOST_SIDES those over the sides of a step in picture_paint.
const uint MOST_WORK = 60000;
const uint MOST_SIDES = 40000; // sides of a part of an area in a tile

// Returns the position of a line's sample within the width of a pixel.
float column_of(uint line) { return (float(line * 13 + 5 & 31) + 0.5) / float(SAMPLES); }

// Returns the number of sample lines of the tile above a height.
uint lines_above(float y) { return uint(clamp(ceil(y * float(SAMPLES) - 0.5), 0.0, float(LINES))); }

// Reports whether a box of few lines contains no sample of the tile.
bool no_sample(vec2 low, vec2 high) {
	uint first = lines_above(low.y), end = lines_above(high.y);
	float column = column_of(first);
	return end - first < 2 && ceil(low.x - column) == ceil(high.x - column);
}

void main() {
	uint pair = first + invocation();
	if (pair >= count)
		return;
#ifdef WRITE
	uint to = firsts[pair] - first_side;
	if (uncounted != 0 || firsts[pair] < first_side || firsts[pair] >= end_side || firsts[pair] == firsts[pair + 1] || counts[pair] == WRITTEN)
		return;
	if (atomicOr(spent, 0) >= limit) {
		unwritten = 1;
		return;
	}
#else
	if (counts[pair] != NOT_COUNTED)
		return;
	if (atomicOr(spent, 0) >= limit) {
		uncounted = 1;
		return;
	}
#endif
	uvec4 step = steps[payload[pair]];
	vec2 origin = vec2(corner_of(keys[pair]));
	uint work = 0, found = 0;
	int backdrop = 0;
	for (uint i = step.y; i < step.z && work < MOST_WORK;) {
		work++;
		Stretch st = stretches[i];
		vec2 low = place(st.box.xy) - origin, high = place(st.box.zw) - origin;
		bool outside = low.x >= float(TILE) || lines_above(low.y) == lines_above(high.y);
		bool straight = high.x <= 0.0 || no_sample(low, high);
		bool divided = !outside && !straight && st.sides > LEAF;
		i = divided ? i + 1 : st.next;
		if (outside || divided)
			continue;
		uint stride = straight ? st.sides : 1;
		for (uint k = 0; k < st.sides; k += stride) { // at most 8
			work++;
			vec4 from = points[st.first + k], end = points[st.first + k + stride];
			vec2 a = place(from.xy) - origin, b = place(end.xy) - origin;
			uint line_a = lines_above(a.y), line_b = lines_above(b.y);
			bool down = line_a < line_b;
			uint first = min(line_a, line_b), behind = max(line_a, line_b);
			if (max(a.x, b.x) <= 0.0 && first == 0 && behind == LINES)
				backdrop += down ? 1 : -1;
			else if (first < behind && min(a.x, b.x) < float(TILE)) {
#ifdef WRITE
				vec2 top = down ? a : b;
				uint at = (to + found) * SIDE;
				sides[at] = floatBitsToUint(top.x);
				sides[at + 1] = floatBitsToUint(top.y);
				sides[at + 2] = floatBitsToUint(straight ? 0.0 : from.z);
				sides[at + 3] = floatBitsToUint(down ? b.x : a.x);
				sides[at + 4] = first | behind << 10 | uint(down) << 20;
#endif
				found++;
			}
		}
	}
	atomicAdd(spent, work);
#ifdef WRITE
	counts[pair] = WRITTEN;
#else
	counts[pair] = found;
	backdrops[pair] = backdrop;
	if (work >= MOST_WORK || found > MOST_SIDES)
		too_many_sides = 1;
#endif
}

#endif
