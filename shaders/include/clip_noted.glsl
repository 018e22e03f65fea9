#include "clip_units.glsl"

// The walk of a look-back that notes every partition that goes lower than all between: the stack
// consists of parts of these, in order. A partition that is done knows the next partition below its
// own slice, its back-link, so from there on the walk follows links and skips all others.
#ifdef BOXES
layout(std430, binding = 8) coherent buffer Bases { ivec4 bases[]; }; // box that cuts the lowest push of a slice
#endif

// The highest bit of a noted partition is set if that partition is done.
const uint NOTED = PARTITION / 8 + 1;
#define FAR
layout(std430, binding = TRACE_BINDING + 1) coherent buffer Far { uvec2 far[]; }; // for each partition, the others that it notes: words and lowest heights
uint far_from() { return own_ticket * PARTITION - NOTED; } // at most PARTITION + 1 are noted
#include "clip_outside.glsl"
shared uint at; // the partition to look at next, plus one, or NONE
layout(constant_id = 3) const uint WINDOW = 32; // partitions that a workgroup looks at together; 1 for one by one
shared uint words[WINDOW];      // states of partitions, beginning with the nearest
shared uvec2 links_back[WINDOW]; // back-links of those that are done
shared int lowests[WINDOW];
#ifdef BOXES
#include "clip_cut_noted.glsl"
shared ivec4 cuts[CUTS]; // of every 2^spacing()-th noted partition
shared ivec4 tail; // box that cuts the slice of the last one, unless it is done
#endif

// Notes a partition that goes lower than all between, as number k of them.
void note(uint k, uint q, int low, bool is_linked) {
	uint word = q | uint(is_linked) << 31;
	if (k < NOTED) {
		noted_parts[k] = word;
		noted_lows[k] = low;
	} else {
		far[far_from() + k] = uvec2(word, low);
	}
}

// The state of a walk, the same in all lanes.
struct Walk {
	int need;          // the walk goes on until it is below this height
	int end, least;    // height after the next partition, and the lowest so far
	int begin;         // height at which the own partition begins
	uint number;       // of noted partitions
	uint in_vain;      // looks at a partition that has published nothing
	bool known;        // the height at which it begins
	bool linked, jump; // the partition that was lowest, or last, is done
};

bool is_enough(Walk w) {
#ifdef BOXES
	return w.least < w.need && w.known && w.linked;
#else
	return w.least < w.need && w.known;
#endif
}

// Processes a run of partitions in a window: they follow each other, and none of them is done, or all are and
// linked to the next. from and before are the numbers of the first partition of the window and of the run, plus
// one. Returns the number of the next partition, plus one. A subgroup must arrive.
uint see_run(inout Walk w, uint from, uint before) {
	uint lane = UNIT_LANE, first = from - before, k = min(first + lane, WINDOW - 1), nearer = max(k, 1) - 1, word = words[k];
	bool is_linked = words[first] >= LINKED;
	bool fits = lane < min(32, before) && first + lane < WINDOW && word >= AGGREGATE && word >= LINKED == is_linked;
	if (is_linked && lane > 0)
		fits = fits && links_back[nearer].x == before - 1 - lane;
	uint others = ~unit_ballot(fits), run = others == 0 ? 32 : uint(findLSB(others));
	// The lowest heights of its partitions. One that a link leads to ends there.
	int pops = int(word >> NUMBER_BITS & NUMBER_MASK), pushes = lane == 0 && w.jump ? 0 : int(word & NUMBER_MASK);
	uint net = lane < run && !is_linked ? uint(pops - pushes) : 0;
	int low = w.end - pushes;
	if (run > 1 && !is_linked)
		low += int(unit_before(net));
	if (is_linked && !w.known)
		w.begin = lowests[first] - w.end + (w.jump ? 0 : int(words[first] & NUMBER_MASK));
	w.known = w.known || is_linked;
	if (is_linked && lane > 0)
		low = int(links_back[nearer].y) - w.begin;
	if (lane >= run)
		low = NO_HEIGHT;
	// The partitions that go lower than all between, until these are enough.
	int between = w.least;
	if (run > 1)
		between = min(between, unit_min_before(low));
	uint earlier = (1u << lane % 32) - 1, lowers = unit_ballot(low < between);
	Walk there = w;
	there.least = between;
	there.linked = (lowers & earlier) != 0 ? is_linked : w.linked;
	others = unit_ballot(lane > 0 && is_enough(there));
	if (others != 0)
		run = min(run, uint(findLSB(others)));
	bool is_lower = lane < run && low < between, is_noted = is_lower && between >= w.need;
	uint q = before - 1 - lane, notes = unit_ballot(is_noted);
	if (is_noted) {
		note(w.number + bitCount(notes & earlier), q, low, is_linked);
		if (low < w.need)
			back = q;
	}
#ifdef BOXES
	if (unit_ballot(is_lower && !is_noted) != 0) { // beyond the one noted last, whose box they cut
		ivec4 box = EVERYTHING;
		if (is_lower && !is_noted) {
			box = ordered(slice_boxes[q * PARTITION + uint(between - 1 - low)]);
			if (is_linked)
				box = cut(box, ordered(bases[q]));
		}
		box = unit_cut(box);
		if (lane == 0)
			tail = cut(tail, box);
	}
#endif
	w.number += bitCount(notes);
	if (unit_ballot(is_lower) != 0)
		w.linked = is_linked;
	w.least = min(w.least, unit_min(lane < run ? low : NO_HEIGHT));
	w.jump = is_linked;
	uint next = before - run, follows = 0;
	if (is_linked) {
		uvec2 link = links_back[first + run - 1];
		next = link.x + 1; // 0 if there is none
		w.end = int(link.y) - w.begin;
		follows = next != 0 ? run : run - 1;
	} else {
		w.end += int(unit_sum(lane < run ? net : 0));
	}
	if (lane == 0) {
		steps += run;
		if (follows > 0)
			atomicAdd(followed, follows);
		for (uint x = 0; TRACED != 0 && x < run; x++) { // at most 32 rounds
			happens(is_linked ? SEES_DONE : LOOKS, before - 1 - x);
			if (x < follows)
				happens(FOLLOWS, x + 1 < run ? before - 2 - x : next - 1);
		}
	}
	return next;
}

// Processes a window and returns the partition to look at next, plus one, or NONE. A subgroup must arrive.
uint see_window(inout Walk w, uint from, uint limit) {
	uint before = from;
	[[dont_unroll]] for (uint round = 0; round < WINDOW; round++) {
		if (before == 0 || is_enough(w))
			break;
		uint first = from - before; // far outside if a link leads there
		if (first >= WINDOW)
			return before;
		if (words[first] < AGGREGATE) {
			w.in_vain++;
			if (UNIT_LANE == 0 && w.in_vain == 1)
				happens(WAITS, before - 1);
			if (UNIT_LANE == 0 && w.in_vain > limit)
				missing = before;
			return w.in_vain > limit ? NONE : before;
		}
		w.in_vain = 0;
		before = see_run(w, from, before);
	}
	if (before != 0 && !is_enough(w))
		return before;
	if (!w.known)
		w.begin = -w.end;
	return NONE;
}

// Looks back. The workgroup reads the states of WINDOW partitions, and one subgroup processes them.
// Memory barriers are at points where all invocations arrive; data that a partition published
// before its status is read after such a barrier. The whole workgroup must arrive.
void walk(uint limit) {
	uint i = gl_LocalInvocationID.x;
	Walk w = Walk(-int(told_pops()), 0, 0, 0, 0, 0, false, true, false);
	if (i == 0) {
		at = own_ticket;
		back = NONE;
		steps = 0;
		missing = 0;
#ifdef BOXES
		tail = EVERYTHING;
#endif
	}
	for (;;) { // partitions that have started but are not done, then at most need + 2 links
		barrier();
		uint from = at;
		if (from == NONE)
			break;
		uint word = i < WINDOW && i < from ? state[from - 1 - i].x : 0;
		memoryBarrierBuffer();
		if (i < WINDOW) {
			uvec2 link = uvec2(0);
			if (word >= LINKED) {
				link = state[from - 1 - i].yz;
				lowests[i] = partitions[from - 1 - i].w;
			}
			words[i] = word;
			links_back[i] = link;
		}
		barrier();
		if (UNIT == 0) {
			uint next = see_window(w, from, limit);
			if (UNIT_LANE == 0) {
				at = next;
				noted = w.number;
				start = w.begin;
			}
		}
	}
#ifdef BOXES
	if (noted > min(NOTED, unit_size())) { // other subgroups than the one that has walked read what it knows, or a buffer has it
		memoryBarrierBuffer();
		barrier();
	}
	cut_noted();
#else
	memoryBarrierBuffer();
	barrier();
#endif
}

#ifdef BOXES
ivec4 slice_box(uint k, int height) { return ordered(slice_boxes[noted_part(k) * PARTITION + uint(height - 1 - noted_low(k))]); }

// A partition that is done knows what cuts it.
ivec4 beyond(uint k) {
	if (noted_word(k) >> 31 != 0)
		return ordered(bases[noted_part(k)]);
	return k + 1 < noted ? slice_box(k + 1, noted_low(k)) : tail;
}

// The logarithm of the distance from a partition in cuts to the next one.
uint spacing() { return noted > CUTS ? uint(findMSB((noted - 1) / CUTS)) + 1 : 0; }

void keep_cut(uint k, ivec4 box) {
	if ((k & (1u << spacing()) - 1) == 0)
		cuts[k >> spacing()] = box;
}

// Returns the box that cuts everything on top of the push below a height, from the next partition
// that is in cuts. k is noted_below of that height.
ivec4 outside_box(uint k, int height) {
	if (k == noted)
		return EVERYTHING;
	ivec4 box = slice_box(k, height);
	for (; k < noted; k++) {
		if ((k & (1u << spacing()) - 1) == 0)
			return cut(box, cuts[k >> spacing()]);
		box = cut(box, beyond(k));
	}
	return box;
}
#endif

// Publishes where the stack before the partition goes on.
void publish_stack() {
	if (gl_LocalInvocationID.x != 0)
		return;
	state[own_ticket].z = back != NONE ? uint(noted_low(noted - 1) + start) : 0;
#ifdef BOXES
	int lowest = -int(told_pops());
	bases[own_ticket] = ordered(outside_box(noted_below(lowest), lowest));
#endif
}

// Returns the push before the partition that lies at a depth below the top of the stack, or NONE.
uint open_outside(uint depth) { return found_outside(noted_below(-int(depth)), -int(depth)); }

#ifdef BOXES
// Returns the box that cuts everything on top of it.
ivec4 box_outside(uint depth) { return outside_box(noted_below(-int(depth)), -int(depth)); }
#endif
