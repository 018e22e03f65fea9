#include "last.glsl"

// Matches elements in a single pass (R. Levien, "The stack monoid revisited", 2021). The including
// file reduces a partition and resolves its elements: it defines LOCAL, the state of an
// invocation's elements, and the functions declared below. Each workgroup owns a partition, in the
// order in which workgroups start, in one dispatch or in several. So all earlier partitions are
// done or running. A workgroup reduces its partition to a number of pops and a number of pushes and
// publishes these with its slice of the stack. Then it looks back at what earlier partitions have
// published, for the pushes that its own pops need and one below. On the way it notes every
// partition that goes lower than all between: the stack consists of parts of these, in order. A
// partition that is done knows the next partition below its own slice, its back-link, so from there
// on the walk follows links and skips all others.
//
// A word of the state holds a status and both numbers, so that they are always read together. All
// other published data is written before the status. A workgroup that has looked in vain too often
// reduces the missing partition itself (decoupled fallback, Smith, Levien and Owens, 2025), so no
// workgroup depends on the progress of others.
layout(std430, binding = 1) coherent buffer Control {
	uint count;      // of elements; all words after it must be zero before
	uint finished;   // workgroups
	uint pops;       // without a push
	uint first_pop;  // index of the first one
	uint pushes;     // without a pop
	uint first_push; // index of the first one
	uint ticket;     // workgroups that have started
	uint longest;    // longest look-back, in partitions
	uint followed;   // back-links followed
	uint fallbacks;  // partitions reduced by another workgroup
};
layout(std430, binding = 2) coherent buffer Partitions { ivec4 partitions[]; }; // pops, pushes, height at the beginning, lowest height
layout(std430, binding = 3) volatile coherent buffer State { uvec4 state[]; }; // zero before; status and numbers, back-link, its lowest height, partitions looked at
layout(std430, binding = 4) coherent buffer Slices { uint slices[]; }; // positions in the partition, two per word
#ifdef BOXES
layout(std430, binding = 7) coherent buffer SliceBoxes { ivec4 slice_boxes[]; }; // each intersected with those below it
layout(std430, binding = 8) coherent buffer Bases { ivec4 bases[]; }; // box that cuts the lowest push of a slice
#define TRACE_BINDING 10
#else
#define TRACE_BINDING 6
#endif
layout(std430, binding = TRACE_BINDING) coherent buffer Trace {
	uint happened; // events, including those without room; zero before
	uint unused;
	uvec2 events[]; // kind and partition, and another partition, in order of time
};

layout(push_constant) uniform Push {
	uint patience; // number of failed looks before a fallback
	uint groups;   // workgroups of all dispatches of a run
};

// The status of a partition: AGGREGATE if only its numbers are known, LINKED if everything is.
const uint AGGREGATE = 1u << 30, LINKED = 2u << 30;
const uint NUMBER_BITS = 14; // of each number; up to 2^13 elements per partition
const uint NUMBER_MASK = (1u << NUMBER_BITS) - 1;

layout(constant_id = 2) const uint TRACED = 0; // 1: record events

const uint EVENT_KIND_BITS = 28; // the kind of an event is above these bits
const uint BEGINS = 0;    // a partition begins
const uint PUBLISHES = 1; // it publishes numbers: its own, or those of a partition that it has waited for too long
const uint LOOKS = 2;     // it sees a partition that has published its numbers
const uint SEES_DONE = 3; // it sees a partition that is done
const uint FOLLOWS = 4;   // it follows the back-link of that partition
const uint WAITS = 5;     // it looks in vain for the first time
const uint ENDS = 6;      // it is done; the other one is its back-link, or NONE

shared uint own_ticket, missing; // the number of the missing partition, plus one
shared int start;                // height at which the partition begins
// The highest bit of a noted partition is set if that partition is done.
const uint NOTED = PARTITION + 1;
#include "clip_outside.glsl"
shared uint back;  // the last noted partition if it goes lower than this one, otherwise NONE
shared uint steps; // partitions looked at
shared uint at;    // the partition to look at next, plus one, or NONE
layout(constant_id = 3) const uint WINDOW = 32; // partitions that a workgroup looks at together; 1 for one by one
shared uint words[WINDOW];      // states of partitions, beginning with the nearest
shared uvec2 links_back[WINDOW]; // back-links of those that are done
shared int lowests[WINDOW];
#ifdef BOXES
shared ivec4 tail; // box that cuts the slice of the last one, unless it is done
#endif

// Records an event of this partition; it must be called by one invocation. Events are written
// before the barrier after which others see their effects, so effects never precede their causes.
// Partitions of at least 32 elements have numbers below 2^28.
void happens(uint kind, uint other) {
	if (TRACED == 0)
		return;
	uint at = atomicAdd(happened, 1);
	if (at < uint(events.length()))
		events[at] = uvec2(kind << EVENT_KIND_BITS | own_ticket, other);
}

// Reduces a partition and publishes its slice and then, with tell, its numbers. The whole workgroup
// must arrive.
void publish(uint part, uint n, bool is_own, out LOCAL b, out uint own_pops, out uint own_pushes);

// Finds the links of a partition's elements and their boxes, in the partition and in the noted
// ones. The whole workgroup must arrive.
void link(uint part, uint n, inout LOCAL b);

// Publishes the numbers of a partition, whose slice must already be written.
void tell(uint part, uint own_pops, uint own_pushes) {
	if (gl_LocalInvocationID.x == 0)
		happens(PUBLISHES, part);
	memoryBarrierBuffer();
	barrier();
	if (gl_LocalInvocationID.x == 0)
		atomicMax(state[part].x, AGGREGATE | own_pops << NUMBER_BITS | own_pushes);
}

// Notes a partition that goes lower than all between, while more pushes are needed. Afterwards it
// only intersects the box of the partition noted last.
void note(uint q, int low, int least, int need, bool is_linked) {
	if (least >= need) {
		noted_parts[noted] = q | uint(is_linked) << 31;
		noted_lows[noted] = low;
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
void walk(uint part, int need, uint limit) {
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
		box = cut(box, ordered(slice_boxes[q * PARTITION + uint(height - 1 - noted_lows[k])]));
		if (noted_parts[k] >> 31 != 0) {
			box = cut(box, ordered(bases[q]));
			done = true;
			break;
		}
		height = noted_lows[k];
	}
	return done ? box : cut(box, tail);
}
#endif

void match(uint part, uint n) {
	bool first = gl_LocalInvocationID.x == 0;
	if (first)
		happens(BEGINS, part);
	uint own_pops, own_pushes;
	LOCAL b;
	uint target = part;
	for (uint tries = 0; tries <= 2 * part; tries++) { // per missing partition, one to find it and one to reduce it
		publish(target, n, target == part, b, own_pops, own_pushes);
		if (target == part) {
			walk(part, -int(own_pops), tries == 0 ? patience : 0);
			if (missing == 0)
				break;
			target = missing - 1;
		} else {
			if (first)
				atomicAdd(fallbacks, 1);
			target = part; // repeats the own partition, for its data in shared memory
		}
		barrier();
	}
	if (first) {
		int lowest = start - int(own_pops);
		partitions[part] = ivec4(own_pops, own_pushes, start, lowest);
		state[part].y = back;
		state[part].z = back != NONE ? uint(noted_lows[noted - 1] + start) : 0;
		state[part].w = steps;
#ifdef BOXES
		bases[part] = ordered(outside_box(noted_below(-int(own_pops)), -int(own_pops)));
#endif
		atomicMax(pops, uint(max(-lowest, 0)));
		atomicMax(longest, steps);
		happens(ENDS, back);
	}
	memoryBarrierBuffer();
	barrier();
	if (first)
		atomicMax(state[part].x, LINKED | own_pops << NUMBER_BITS | own_pushes);
	link(part, n, b);
}

// Reports elements without a partner. The lowest push without a pop is in the slice of the last
// partition that reaches the lowest height.
void report(uint number) {
	uint i = gl_LocalInvocationID.x;
	if (i == 0)
		missing = 0;
	barrier();
	for (uint q = i; q < number; q += gl_WorkGroupSize.x) // at most 2^13 rounds on the software device
		if (partitions[q].w == -int(pops))
			atomicMax(missing, q);
	barrier();
	if (i == 0) {
		ivec4 last = number > 0 ? partitions[number - 1] : ivec4(0);
		uint unclosed = uint(last.z - last.x + last.y) + pops;
		pushes = unclosed;
		first_push = unclosed > 0 ? missing * PARTITION + place_in_slice(missing, 0) : NONE;
		if (pops == 0)
			first_pop = NONE;
	}
}

void main() {
	uint n = count;
	if (gl_LocalInvocationID.x == 0)
		own_ticket = atomicAdd(ticket, 1);
	barrier();
	uint part = own_ticket;
	if (part * PARTITION < n)
		match(part, n);
	LAST_OF(finished, groups)
	if (is_last)
		report(n / PARTITION + uint(n % PARTITION != 0));
}
