#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "invocation.glsl"
#include "picture.glsl"

// Paints tiles. One workgroup owns a tile of 16 by 16 pixels and goes through its list of
// steps with a colour a pixel and a mask, the samples that all open clips leave. A pixel has
// 32 samples, each on a line and in a column of its own, so that a line of the tile has 16: one
// invocation owns the colour of a pixel and the masks of two lines, in one word. Clips are
// bits that are cleared, so areas on both sides of a line share no sample and leave none out.
//
// Fills paint the share of the mask that their area covers. A clip that clears nothing in
// the tile is forgotten, one that leaves nothing is skipped to its end. For all others the mask before is
// kept on a stack. Each of its masks has fewer samples than the one below, so there are
// 8,192 at most, however deep clips nest. Groups keep the colours below.
//
// The stack is pages of a word an invocation, chained, from memory that all tiles share; a
// tile takes back what it gave up itself. A tile leaves its round after so many loop iterations:
// then its state is on the stack, too, and it is listed for the next round. So work is bounded,
// however long lists are. All branches around barriers depend on what the workgroup has in
// common. The software device does all branches, taken or not, but leaves loops: so what is done often has
// a loop of its own.
layout(std430, binding = 0) readonly buffer Steps { uvec4 steps[]; };         // what, stretches, colour or step of the end
layout(std430, binding = 1) readonly buffer Lists { uint lists[]; };          // steps, tile after tile
layout(std430, binding = 2) readonly buffer Ranges { uvec2 ranges[]; };       // of Lists, of each tile
layout(std430, binding = 3) readonly buffer Count { uint count; };            // of Lists
layout(std430, binding = 4) readonly buffer Firsts { uint firsts[]; };        // of Sides, of each pair
layout(std430, binding = 5) readonly buffer Backdrops { int backdrops[]; };   // windings of all samples, of each pair
layout(std430, binding = 6) readonly buffer Sides { uint sides[]; };
layout(std430, binding = 7) buffer Todo { uint todo[]; };                     // two lists of tiles, each behind the grid of its round
layout(std430, binding = 8) buffer Tiles { uint tiles[]; };                   // the state of tiles that are not done
layout(std430, binding = 9) coherent buffer Pages { uint pages[]; };          // PAGE words each
layout(std430, binding = 10) buffer Status { uint pages_taken, no_room, too_many_sides; };
layout(std430, binding = 11) writeonly buffer Pixels { uint pixels[]; };      // red, green, blue, alpha; not multiplied

const uint PIXELS = TILE * TILE;
const uint PAGE = PIXELS + 2;  // words: one an invocation, the page below, and a tag
const uint GRID = 3;           // words before a list of tiles
const uint STATE = 4;          // words of a tile
const uint SIDE = 5;           // words of a side
const uint DIGITS = 24;        // of a sum of windings at most

// Loop iterations of a step that is not plain, at most, but for its sides.
const uint STEP_WORK = 24;

// What is kept on the stack: places in kept.
const uint COLOUR = 0, MASK = 4, INSIDE = 5, COVERED = 6, KEPT = 7;

const uint LEFT = 1, CLEARED = 2; // votes

shared uint words[2 * PIXELS]; // masks, by turns, so that nobody changes what others still read
shared uint votes[3];          // likewise
shared uvec2 handed;           // from the first invocation to all

uint lane;
uint turn, ballot;
uint top, top_tag, unused; // pages: that on top of the stack, whose it is, and those given up
bool out_of_room;
uint kept[KEPT];

// Shares masks and votes. Returns how much of the pixel is in the mask.
float share(uint mask, inout uint vote) {
	turn ^= PIXELS;
	uint next = (ballot + 1) % 3;
	words[turn + lane] = mask;
	if (lane == 0)
		votes[next] = 0;
	if (vote != 0)
		atomicOr(votes[ballot], vote);
	barrier();
	vote = votes[ballot];
	ballot = next;
	uint row = turn + lane / TILE * TILE, bits = 0x10001u << lane % TILE, samples = 0;
	[[unroll]] for (uint i = 0; i < TILE; i++)
		samples += bitCount(words[row + i] & bits);
	return float(samples) / float(SAMPLES);
}

// Puts a word of each invocation on the stack. Only the first one sees how pages are chained.
void push(uint word, uint tag) {
	if (lane == 0) {
		uint page = unused, rest = NONE;
		if (page == NONE)
			page = atomicAdd(pages_taken, 1);
		else
			rest = pages[page * PAGE + PIXELS];
		if (page < room) {
			pages[page * PAGE + PIXELS] = top;
			pages[page * PAGE + PIXELS + 1] = top_tag;
		}
		handed = uvec2(page, rest);
	}
	barrier();
	uint page = handed.x;
	unused = handed.y;
	barrier();
	if (page < room) {
		pages[page * PAGE + lane] = word;
		top = page;
		top_tag = tag;
	} else
		out_of_room = true;
}

uint pop() {
	uint word = pages[top * PAGE + lane];
	if (lane == 0) {
		handed = uvec2(pages[top * PAGE + PIXELS], pages[top * PAGE + PIXELS + 1]);
		pages[top * PAGE + PIXELS] = unused;
	}
	barrier();
	unused = top;
	top = handed.x;
	top_tag = handed.y;
	barrier();
	return word;
}

void push_kept(uint first, uint end, uint tag) {
	for (uint i = first; i < end && !out_of_room; i++)
		push(kept[i], tag);
}

void pop_kept(uint first, uint end) {
	for (uint i = end; i > first; i--)
		kept[i - 1] = pop();
}

// Where in a pixel's width a sample of a line is.
float column_of(uint line) { return (float(line * 13 + 5 & 31) + 0.5) / float(SAMPLES); }

// The samples of a line to the right of a side.
uint right_of(uint side, uint line) {
	precise float down = (float(line) + 0.5) / float(SAMPLES) - uintBitsToFloat(sides[side + 1]);
	precise float along = down * uintBitsToFloat(sides[side + 2]);
	float from = uintBitsToFloat(sides[side]), to = uintBitsToFloat(sides[side + 3]);
	precise float x = from + along;
	float first = clamp(ceil(clamp(x, min(from, to), max(from, to)) - column_of(line)), 0.0, float(TILE));
	uint lines = sides[side + 4];
	bool inside = line >= (lines & 1023) && line < (lines >> 10 & 1023);
	return inside ? 0xffffu << uint(first) & 0xffffu : 0;
}

// The samples of this invocation's lines that are enclosed in the area of a pair.
uint enclosed(uint pair, uint what) {
	uint first = firsts[pair] * SIDE, end = firsts[pair + 1] * SIDE, line = lane * 2;
	uint number = what >> DIGITS_SHIFT; // of digits
	int backdrop = backdrops[pair];
	if (number == 1) {
		uint parity = -(backdrop & 1);
		for (uint s = first; s < end; s += SIDE)
			parity ^= right_of(s, line) | right_of(s, line + 1) << 16;
		return parity;
	}
	uint digits[DIGITS]; // a word for each digit of the sums of all samples
	for (uint i = 0; i < number; i++)
		digits[i] = -(backdrop >> i & 1);
	for (uint s = first; s < end; s += SIDE) {
		uint carry = right_of(s, line) | right_of(s, line + 1) << 16;
		uint flip = (sides[s + 4] >> 20 & 1) - 1; // all bits, to subtract
		for (uint i = 0; i < number && carry != 0; i++) {
			uint was = digits[i];
			digits[i] = was ^ carry;
			carry &= was ^ flip;
		}
	}
	uint any = 0;
	for (uint i = 0; i < number; i++)
		any |= digits[i];
	return any;
}

// The place behind a step in a part of the lists.
uint behind(uint step, uint at, uint end) {
	while (at < end) { // 32 iterations at most
		uint half_way = (at + end) / 2;
		if (lists[half_way] <= step)
			at = half_way + 1;
		else
			end = half_way;
	}
	return at;
}

vec4 over(vec4 below, vec4 colour, float cover) {
	precise float rest = 1.0 - colour.a * cover;
	precise vec4 result = below * rest + colour * cover;
	return result;
}

// A colour multiplied by its alpha.
vec4 paint_of(uint packed) {
	vec4 c = unpackUnorm4x8(packed);
	return vec4(c.rgb * c.a, c.a);
}

void main() {
	lane = gl_LocalInvocationID.x;
	uint list = GRID + columns * rows;
	uint tile = round == 0 ? workgroup() : todo[(round & 1) * list + GRID + workgroup()];
	if (firsts[count] > side_room)
		return; // sides were not written
	uint at = ranges[tile].x, end = ranges[tile].y, work = 0, none = 0;
	top = top_tag = unused = NONE;
	turn = ballot = 0;
	out_of_room = false;
	if (lane == 0)
		votes[0] = 0;
	for (uint i = 0; i < KEPT; i++)
		kept[i] = i == MASK ? NONE : 0;
	barrier();
	if (round > 0) { // goes on where the round before has stopped
		at = tiles[tile * STATE];
		top = tiles[tile * STATE + 1];
		top_tag = tiles[tile * STATE + 2];
		unused = tiles[tile * STATE + 3];
		barrier();
		pop_kept(0, KEPT);
	}
	vec4 colour = uintBitsToFloat(uvec4(kept[COLOUR], kept[COLOUR + 1], kept[COLOUR + 2], kept[COLOUR + 3]));
	uint mask = kept[MASK], inside = kept[INSIDE], covered = kept[COVERED];
	float open = share(mask, none); // how much of the pixel is in the mask

	while (at < end && work < budget && !out_of_room) {
		bool stack = false; // something must go on the stack or off
		uint kind = NONE, tag = NONE, samples = 0;
		float cover = 0.0;
		while (at < end && work < budget && !stack) {
			// What is everywhere in the tile, or nowhere.
			for (; at < end && work < budget; at++) {
				work++;
				uvec4 step = steps[lists[at]];
				uint kind = step.x & KIND;
				bool whole = (backdrops[at] & (1 << (step.x >> DIGITS_SHIFT)) - 1) != 0;
				bool plain = firsts[at] == firsts[at + 1] && (step.x & FRESH) != 0 && (kind == FILL || kind == CLIP && whole);
				if (!plain && (kind != END_CLIP || top_tag == lists[at]))
					break;
				colour = over(colour, paint_of(step.w), kind == FILL && whole ? open : 0.0);
			}
			if (at == end || work >= budget)
				break;
			// One step that has sides in the tile, or is more than a fill.
			uvec4 step = steps[lists[at]];
			kind = step.x & KIND;
			tag = kind == END_CLIP ? lists[at] : step.w;
			work += STEP_WORK + (firsts[at + 1] - firsts[at]) * (1 + (step.x >> DIGITS_SHIFT));
			if ((step.x & FRESH) != 0) {
				inside = mask;
				covered = 0;
			}
			samples = kind <= BEGIN_PART ? inside & enclosed(at, step.x) : 0;
			if (kind <= COVER)
				covered |= samples;
			uint vote = kind != CLIP ? 0 : (covered != 0 ? LEFT : 0) | (covered != mask ? CLEARED : 0);
			cover = share(covered, vote);
			at++;
			if (kind == FILL)
				colour = over(colour, paint_of(step.w), cover);
			else if (kind == CLIP && (vote & LEFT) == 0)
				at = behind(tag, at, end);
			else if (kind == CUT) {
				inside = covered;
				covered = 0;
			} else
				stack = kind == CLIP ? (vote & CLEARED) != 0 : kind >= BEGIN_PART;
		}
		if (!stack)
			continue;
		kept = uint[KEPT](floatBitsToUint(colour.x), floatBitsToUint(colour.y), floatBitsToUint(colour.z), floatBitsToUint(colour.w), mask, inside, covered);
		bool group = kind == BEGIN_GROUP || kind == END_GROUP, part = kind == BEGIN_PART || kind == END_PART;
		uint first = group ? COLOUR : part ? INSIDE : MASK, behind_last = group ? MASK : part ? KEPT : INSIDE;
		if (kind == CLIP || kind == BEGIN_PART || kind == BEGIN_GROUP)
			push_kept(first, behind_last, tag);
		else
			pop_kept(first, behind_last);
		if (kind == CLIP) {
			mask = covered;
			open = cover;
		} else if (kind == END_CLIP)
			mask = kept[MASK];
		else if (kind == BEGIN_PART) {
			inside = samples;
			covered = 0;
		} else if (kind == END_PART) {
			inside = kept[INSIDE];
			covered |= kept[COVERED];
		} else if (kind == BEGIN_GROUP)
			colour = vec4(0);
		else {
			vec4 below = uintBitsToFloat(uvec4(kept[COLOUR], kept[COLOUR + 1], kept[COLOUR + 2], kept[COLOUR + 3]));
			colour = over(below, colour, unpackUnorm4x8(tag).a);
		}
		if (kind == END_CLIP)
			open = share(mask, none);
	}

	if (at < end && !out_of_room) {
		kept = uint[KEPT](floatBitsToUint(colour.x), floatBitsToUint(colour.y), floatBitsToUint(colour.z), floatBitsToUint(colour.w), mask, inside, covered);
		push_kept(0, KEPT, NONE);
		if (lane == 0 && !out_of_room) {
			tiles[tile * STATE] = at;
			tiles[tile * STATE + 1] = top;
			tiles[tile * STATE + 2] = top_tag;
			tiles[tile * STATE + 3] = unused;
			uint next = (round + 1 & 1) * list;
			todo[next + GRID + atomicAdd(todo[next], 1)] = tile;
		}
	}
	if (out_of_room && lane == 0)
		no_room = 1;
	uvec2 pixel = corner_of(tile) + uvec2(lane % TILE, lane / TILE);
	if (pixel.x < width && pixel.y < height)
		pixels[pixel.y * width + pixel.x] = packUnorm4x8(colour.a > 0.0 ? vec4(colour.rgb / colour.a, colour.a) : vec4(0));
}
