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
shared ivec4 tail; // box that cuts the slice of the last one, unless it is done
#endif

// Notes a partition that goes lower than all between, while more pushes are needed. Afterwards it
// only intersects the box of the partition noted last.
void note(uint q, int low, int least, int need, bool is_linked) {
	if (least >= need) {
		uint word = q | uint(is_linked) << 31;
		if (noted < NOTED) {
			noted_parts[noted] = word;
			noted_lows[noted] = low;
		} else {
			far[far_from() + noted] = uvec2(word, low);
		}
		noted++;
		if (low < need)
			back = q;
	} else {
#ifdef BOXES
		tail = cut(tail, ordered(slice_boxes[q * PARTITION + uint(least - 1 - low)]));
		if (is_linked)
			tail = cut(tail, ordered(bases[q]));
#endif
	}
}

// Looks back. The workgroup reads the states of WINDOW partitions, and one invocation processes
// them. Memory barriers are at points where all invocations arrive; data that a partition published
// before its status is read after such a barrier. The whole workgroup must arrive.
void walk(uint part, uint own_pops, uint own_pushes, uint limit) {
	int need = -int(own_pops);
	uint i = gl_LocalInvocationID.x, in_vain = 0;
	int end = 0, least = 0; // height after partition at - 1, and the lowest so far
	bool known = false, linked = true, jump = false;
	if (i == 0) {
		at = part;
		noted = 0;
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
			words[i] = word;
			if (word >= LINKED) {
				links_back[i] = state[from - 1 - i].yz;
				lowests[i] = partitions[from - 1 - i].w;
			}
		}
		barrier();
		if (i == 0) {
			uint before = from;
			[[dont_unroll]] for (uint w = 0; w <= WINDOW; w++) {
				bool enough = least < need && known;
#ifdef BOXES
				enough = enough && linked;
#endif
				if (before == 0 || enough) {
					if (!known)
						start = -end;
					at = NONE;
					break;
				}
				at = before;
				uint k = from - before; // index in the window; far outside if a link leads there
				if (k >= WINDOW)
					break;
				if (words[k] < AGGREGATE) {
					in_vain++;
					if (in_vain == 1)
						happens(WAITS, before - 1);
					if (in_vain > limit) {
						missing = before;
						at = NONE;
					}
					break;
				}
				in_vain = 0;
				steps++;
				bool is_linked = words[k] >= LINKED;
				happens(is_linked ? SEES_DONE : LOOKS, before - 1);
				int low = jump ? end : end - int(words[k] & NUMBER_MASK);
				if (is_linked && !known) {
					start = lowests[k] - low;
					known = true;
				}
				if (low < least) {
					note(before - 1, low, least, need, is_linked);
					least = low;
					linked = is_linked;
				}
				jump = is_linked;
				if (is_linked) {
					before = links_back[k].x + 1; // 0 if there is none
					end = int(links_back[k].y) - start;
					if (before != 0) {
						atomicAdd(followed, 1);
						happens(FOLLOWS, before - 1);
					}
				} else {
					before--;
					end = low + int(words[k] >> NUMBER_BITS & NUMBER_MASK);
				}
			}
		}
	}
	memoryBarrierBuffer();
	barrier();
}

#ifdef BOXES
// Returns the box that cuts everything on top of the push below a height: the box of its own slice,
// intersected with those of the partitions noted after it up to one that is done. k is noted_below
// of that height.
ivec4 outside_box(uint k, int height) {
	ivec4 box = EVERYTHING;
	bool done = false;
	for (; k < noted; k++) {
		uint q = noted_part(k);
		box = cut(box, ordered(slice_boxes[q * PARTITION + uint(height - 1 - noted_low(k))]));
		if (noted_word(k) >> 31 != 0) {
			box = cut(box, ordered(bases[q]));
			done = true;
			break;
		}
		height = noted_low(k);
	}
	return done ? box : cut(box, tail);
}
#endif

// Publishes where the stack before the partition goes on.
void publish_stack(uint part, uint own_pops, uint own_pushes) {
	if (gl_LocalInvocationID.x != 0)
		return;
	state[part].z = back != NONE ? uint(noted_low(noted - 1) + start) : 0;
#ifdef BOXES
	bases[part] = ordered(outside_box(noted_below(-int(own_pops)), -int(own_pops)));
#endif
}

// Returns the push before the partition that lies at a depth below the top of the stack, or NONE.
uint open_outside(uint depth) { return found_outside(noted_below(-int(depth)), -int(depth)); }

#ifdef BOXES
// Returns the box that cuts everything on top of it.
ivec4 box_outside(uint depth) { return outside_box(noted_below(-int(depth)), -int(depth)); }
#endif
