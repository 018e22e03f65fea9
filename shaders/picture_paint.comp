#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "invocation.glsl"
#include "picture.glsl"

// Paints strips, which are rows of pixels in a tile. One invocation owns a strip. It processes its
// tile's list of steps with a colour for each pixel and a mask: the samples inside all open clips.
// A pixel has 32 samples, each on its own line and in its own column, so a line has 16 samples per
// strip; a word has those of two lines. Clips clear bits, so areas on both sides of a line neither
// share nor omit a sample.
//
// A fill paints the share of the mask that its area covers. A clip that clears nothing in the strip
// is ignored; one that leaves nothing is skipped to its end. All others push the previous mask on a
// stack. Each mask there has fewer samples than the one below, so there are at most 512, however
// deeply clips are nested. Groups push the colours below.
//
// The stack consists of chained pages of 16 words in memory shared by all strips; a strip reuses
// the pages that it has freed. A strip leaves its round after a number of loop iterations. Then its
// state is also on the stack, and it is listed for the next round. Once the strips of a submission
// have reached its limit, all others are listed for the next round unchanged. So work is bounded,
// however long lists are. The software device executes all branches, taken or not, but it does leave loops. So
// frequent work has its own loops.
layout(std430, binding = 0) readonly buffer Steps { uvec4 steps[]; };         // kind, stretches, colour or step of the end
layout(std430, binding = 1) readonly buffer Lists { uint lists[]; };          // steps, tile after tile
layout(std430, binding = 2) readonly buffer Ranges { uvec2 ranges[]; };       // range of each tile in Lists
layout(std430, binding = 3) readonly buffer Firsts { uint firsts[]; };        // first side of each pair in Sides
layout(std430, binding = 4) readonly buffer Backdrops { int backdrops[]; };   // winding of all samples of each pair
layout(std430, binding = 5) readonly buffer Sides { uint sides[]; };
layout(std430, binding = 6) buffer Todo { uint todo[]; };                     // two lists of strips, each after the grid of its round
layout(std430, binding = 7) buffer Strips { uint strips[]; };                 // states of unfinished strips
layout(std430, binding = 8) buffer Pages { uint pages[]; };                   // PAGE words each
layout(std430, binding = 9) buffer Status { uint pages_taken, no_room, too_many_sides, busy, spent, uncounted, unwritten; };
layout(std430, binding = 10) writeonly buffer Pixels { uint pixels[]; };      // red, green, blue, alpha; not premultiplied

const uint WORDS = 16;          // words of a mask
const uint PAGE = WORDS + 2;    // words: a mask, the page below, and a tag
const uint GRID = 4;            // words before a list of strips: workgroups, and the length of the list
const uint STATE = 5;           // words of a strip's state
const uint MOST_DIGITS = 24;    // greatest number of binary digits of a winding sum
const uint STRIP_WORK = 64;     // work of a strip in a round, apart from its steps
const uint ODD_WORK = 3;        // work of a side of which all words are computed, in iterations for one word
const uint STEP_WORK = 24;      // greatest number of loop iterations for a step that is not plain, apart from its sides

// The contents of the stack. Alpha comes first, because it is needed until all other colours have
// been restored.
const uint ALPHA = 0, RED = 1, GREEN = 2, BLUE = 3, MASK = 4, INSIDE = 5, COVERED = 6, STATES = 8; // the last are samples

const uint SAVE = 16, RESUME = 17; // kinds beyond those of steps: the state of a strip is saved and restored

#define FOR_WORDS(i) [[unroll]] for (uint i = 0; i < WORDS; i++)

uint top, top_tag, unused; // pages: the top of the stack, its tag, and the freed ones
bool out_of_room;

// Allocates a page and pushes it on the stack.
uint push_page(uint tag) {
	uint page = unused;
	if (page == NONE)
		page = atomicAdd(pages_taken, 1);
	else
		unused = pages[page * PAGE + WORDS];
	if (page >= room) {
		out_of_room = true;
		return 0;
	}
	pages[page * PAGE + WORDS] = top;
	pages[page * PAGE + WORDS + 1] = top_tag;
	top = page;
	top_tag = tag;
	return page;
}

// Pops a page from the stack. Its contents can still be read.
uint pop_page() {
	uint page = top;
	top = pages[page * PAGE + WORDS];
	top_tag = pages[page * PAGE + WORDS + 1];
	pages[page * PAGE + WORDS] = unused;
	unused = page;
	return page;
}

// Counts the samples of each pixel in a mask. The count of pixel i is in the low byte of word i,
// that of pixel i + 8 in the next byte.
void count_samples(uint mask[WORDS], out uint counts[8]) {
	[[unroll]] for (uint k = 0; k < 8; k++) {
		uint sum = 0;
		FOR_WORDS(i)
			sum += mask[i] >> k & 0x01010101u;
		counts[k] = sum + (sum >> 16) & 0xffffu;
	}
}

float share(uint counts[8], uint pixel) { return float(counts[pixel & 7] >> (pixel & 8) & 63) / float(SAMPLES); }

// Returns the position of a line's sample within the width of a pixel.
float column_of(uint line) { return (float(line * 13 + 5 & 31) + 0.5) / float(SAMPLES); }

// A side, as written by picture_sides_write.
struct Side {
	vec2 top;
	float slope, to;
	uint first, end; // lines
	bool down;
};

Side side_at(uint i) {
	uint s = i * SIDE, lines = sides[s + 4];
	return Side(uintBitsToFloat(uvec2(sides[s], sides[s + 1])), uintBitsToFloat(sides[s + 2]), uintBitsToFloat(sides[s + 3]),
		lines & 1023, lines >> 10 & 1023, lines >> 20 != 0);
}

// Returns the samples of a line to the right of a side. The number of the line in its strip is
// known at compile time, and hence its column.
uint right_of_line(Side s, uint strip_line, uint line) {
	precise float down = float(strip_line) + (float(line) + 0.5) / float(SAMPLES) - s.top.y;
	precise float along = down * s.slope;
	precise float x = s.top.x + along;
	float first = clamp(ceil(clamp(x, min(s.top.x, s.to), max(s.top.x, s.to)) - column_of(line)), 0.0, float(TILE));
	uint n = strip_line * SAMPLES + line;
	return n >= s.first && n < s.end ? 0xffffu << uint(first) & 0xffffu : 0;
}

uint right_of(Side s, uint strip_line, uint word) {
	return right_of_line(s, strip_line, 2 * word) | right_of_line(s, strip_line, 2 * word + 1) << 16;
}

#define DIGIT(i) { uint was = digits[i]; digits[i] = was ^ carry; carry &= was ^ flip; }
#define DIGITS_4(i) DIGIT(i) DIGIT(i + 1) DIGIT(i + 2) DIGIT(i + 3)

// Returns one word of the samples inside the area of a pair. Winding sums are stored in binary,
// with a word for each digit, so that 32 sums are added at a time.
uint enclosed(uint pair, uint what, uint row, uint word) {
	uint digits[MOST_DIGITS], any = 0, mask = (1u << (what >> DIGITS_SHIFT)) - 1;
	int backdrop = backdrops[pair];
	[[unroll]] for (uint i = 0; i < MOST_DIGITS; i++)
		digits[i] = -(backdrop >> i & 1);
	for (uint i = firsts[pair] - first_side, end = firsts[pair + 1] - first_side; i < end; i++) {
		Side s = side_at(i);
		uint carry = right_of(s, row, word), flip = s.down ? 0 : NONE; // all bits set, to subtract
		DIGITS_4(0)
		DIGITS_4(4)
		if (carry != 0) {
			DIGITS_4(8)
			DIGITS_4(12)
			DIGITS_4(16)
			DIGITS_4(20)
		}
	}
	[[unroll]] for (uint i = 0; i < MOST_DIGITS; i++)
		any |= (mask >> i & 1) != 0 ? digits[i] : 0;
	return any;
}

// Returns the position after a step in a part of the lists.
uint behind(uint step, uint at, uint end) {
	while (at < end) { // at most 23 iterations
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

// Returns a colour multiplied by its alpha.
vec4 paint_of(uint packed) {
	vec4 c = unpackUnorm4x8(packed);
	return vec4(c.rgb * c.a, c.a);
}

// Lists a strip for the next round. A list has the given number of words.
void leave(uint strip, uint list) {
	uint next = (round + 1 & 1) * list, place = atomicAdd(todo[next + GRID - 1], 1);
	atomicMax(todo[next], place / gl_WorkGroupSize.x + 1);
	todo[next + GRID + place] = strip;
}

void main() {
	uint all = columns * rows * TILE, list = GRID + all, mine = (round & 1) * list;
	uint i = invocation();
	if (i >= (round == 0 ? all : todo[mine + GRID - 1]) || (uncounted | unwritten | too_many_sides) != 0)
		return;
	uint strip = round == 0 ? i : todo[mine + GRID + i], tile = strip / TILE, row = strip % TILE;
	if (atomicOr(spent, 0) >= limit) {
		if (round == 0)
			strips[strip * STATE] = NONE;
		leave(strip, list);
		busy = 1;
		return;
	}
	uint at = ranges[tile].x, end = ranges[tile].y, work = 0, word = 0;
	vec4 colours[WORDS];
	uint mask[WORDS], inside[WORDS], covered[WORDS], samples[WORDS], open[8];
	FOR_WORDS(k) {
		colours[k] = vec4(0);
		mask[k] = NONE;
		inside[k] = covered[k] = samples[k] = 0;
	}
	top = top_tag = unused = NONE;
	out_of_room = false;
	bool waits = false, fresh = false; // waits for the next window of sides; no step is done yet
	uint kind = NONE, tag = NONE;
	if (round > 0 && strips[strip * STATE] != NONE) { // continue after the previous round
		at = strips[strip * STATE];
		word = strips[strip * STATE + 1];
		top = strips[strip * STATE + 2];
		top_tag = strips[strip * STATE + 3];
		unused = strips[strip * STATE + 4];
		kind = RESUME;
	}
	for (;;) {
		// The data to push on the stack or to pop.
		bool group = kind == BEGIN_GROUP || kind == END_GROUP, part = kind == BEGIN_PART || kind == END_PART, both = kind == SAVE || kind == RESUME;
		bool pushes = kind == CLIP || kind == BEGIN_PART || kind == BEGIN_GROUP || kind == SAVE;
		uint first_state = group || both ? ALPHA : part ? INSIDE : MASK, end_state = kind == NONE ? 0 : both ? STATES : group ? MASK : part ? COVERED + 1 : INSIDE;
		for (uint state = first_state; pushes && state < end_state && !out_of_room; state++) {
			uint page = push_page(tag) * PAGE;
			FOR_WORDS(k) {
				vec4 c = colours[k];
				float channel = state == ALPHA ? c.a : state == RED ? c.r : state == GREEN ? c.g : c.b;
				uint bits = state == MASK ? mask[k] : state == INSIDE ? inside[k] : state == COVERED ? covered[k] : samples[k];
				if (!out_of_room)
					pages[page + k] = state < MASK ? floatBitsToUint(channel) : bits;
			}
		}
		float alpha = unpackUnorm4x8(tag).a; // alpha of the group
		for (uint state = end_state; !pushes && state > first_state;) {
			state--;
			uint page = pop_page() * PAGE;
			FOR_WORDS(k) {
				uint bits = pages[page + k];
				vec4 below = vec4(uintBitsToFloat(bits)), c = colours[k];
				if (kind == END_GROUP) {
					precise float rest = 1.0 - c.a * alpha;
					precise vec4 result = below * rest + c * alpha;
					below = result;
				}
				colours[k] = vec4(state == RED ? below.r : c.r, state == GREEN ? below.g : c.g, state == BLUE ? below.b : c.b, state == ALPHA ? below.a : c.a);
				mask[k] = state == MASK ? bits : mask[k];
				inside[k] = state == INSIDE ? bits : inside[k];
				covered[k] = state == COVERED ? (part ? covered[k] : 0) | bits : covered[k];
				samples[k] = state > COVERED ? bits : samples[k];
			}
		}
		if (kind == SAVE || out_of_room)
			break;
		FOR_WORDS(k) {
			mask[k] = kind == CLIP ? covered[k] : mask[k];
			inside[k] = kind == BEGIN_PART ? samples[k] : inside[k];
			covered[k] = kind == BEGIN_PART ? 0 : covered[k];
			colours[k] = kind == BEGIN_GROUP ? vec4(0) : colours[k];
		}
		count_samples(mask, open); // the share of each pixel in the mask

		bool stack = false; // something must be pushed or popped
		while (at < end && work < budget && !stack) {
			// Steps that cover the whole tile or nothing.
			for (; at < end && work < budget; at++) {
				work++;
				if (firsts[at] >= end_side) {
					waits = true;
					break;
				}
				uvec4 step = steps[lists[at]];
				uint what = step.x & KIND_MASK;
				bool whole = (backdrops[at] & (1 << (step.x >> DIGITS_SHIFT)) - 1) != 0;
				bool plain = firsts[at] == firsts[at + 1] && (step.x & FRESH) != 0 && (what == FILL || what == CLIP && whole);
				if (!plain && (what != END_CLIP || top_tag == lists[at]))
					break;
				vec4 paint = what == FILL && whole ? paint_of(step.w) : vec4(0);
				FOR_WORDS(k)
					colours[k] = over(colours[k], paint, share(open, k));
			}
			if (at == end || work >= budget || waits)
				break;

			// A single step that has sides in the tile or is more than a fill.
			uvec4 step = steps[lists[at]];
			kind = step.x & KIND_MASK;
			tag = kind == END_CLIP ? lists[at] : step.w;
			uint first = firsts[at] - first_side, behind_last = firsts[at + 1] - first_side;
			bool area = kind <= BEGIN_PART, odd = step.x >> DIGITS_SHIFT == 1;
			work += STEP_WORK + (behind_last - first) * (odd ? ODD_WORK : 1);
			if ((step.x & FRESH) != 0 && word == 0)
				FOR_WORDS(k) {
					inside[k] = mask[k];
					covered[k] = 0;
				}
			if (area && !odd) { // one word at a time
				uint one = enclosed(at, step.x, row, word);
				FOR_WORDS(k)
					samples[k] = k == word ? one : samples[k];
				word = (word + 1) % WORDS;
				if (word != 0)
					continue;
			} else {
				uint parity = -(backdrops[at] & 1);
				FOR_WORDS(k)
					samples[k] = area ? parity : 0;
				for (uint s = area ? first : behind_last; s < behind_last; s++) {
					Side side = side_at(s);
					FOR_WORDS(k)
						samples[k] ^= right_of(side, row, k);
				}
			}
			uint left = 0, cleared = 0;
			FOR_WORDS(k) {
				samples[k] &= inside[k];
				if (kind <= COVER)
					covered[k] |= samples[k];
				left |= covered[k];
				cleared |= covered[k] ^ mask[k];
			}
			at++;
			uint counts[8];
			count_samples(covered, counts);
			vec4 paint = kind == FILL ? paint_of(step.w) : vec4(0);
			FOR_WORDS(k)
				colours[k] = over(colours[k], paint, share(counts, k));
			if (kind == CLIP && left == 0)
				at = behind(tag, at, end);
			else if (kind == CUT)
				FOR_WORDS(k) {
					inside[k] = covered[k];
					covered[k] = 0;
				}
			else
				stack = kind == CLIP ? cleared != 0 : kind >= BEGIN_PART;
		}
		if (stack)
			continue;
		if (at == end)
			break;
		fresh = at == ranges[tile].x && word == 0; // no step is done yet
		if (fresh)
			break;
		kind = SAVE;
		tag = NONE;
	}

	if (at < end && !out_of_room) {
		strips[strip * STATE] = fresh ? NONE : at;
		strips[strip * STATE + 1] = word;
		strips[strip * STATE + 2] = top;
		strips[strip * STATE + 3] = top_tag;
		strips[strip * STATE + 4] = unused;
		leave(strip, list);
		if (!waits)
			busy = 1;
	}
	if (out_of_room)
		no_room = 1;
	atomicAdd(spent, STRIP_WORK + work);
	uvec2 pixel = corner_of(tile) + uvec2(0, row);
	FOR_WORDS(k)
		if (pixel.x + k < width && pixel.y < height) {
			vec4 c = colours[k];
			pixels[pixel.y * width + pixel.x + k] = packUnorm4x8(c.a > 0.0 ? vec4(c.rgb / c.a, c.a) : vec4(0));
		}
}
