#include "last.glsl"

// Matches elements in a single pass (R. Levien, "The stack monoid revisited", 2021). The including
// file reduces a partition and resolves its elements by the functions declared below. Each
// workgroup owns a partition, in the order in which workgroups start, in one dispatch or in
// several. So all earlier partitions are done or running. A workgroup reduces its partition to a
// number of pops and a number of pushes and publishes these with its slice of the stack. Then it
// looks back at what earlier partitions have published, for the pushes that its own pops need and
// one below: clip_noted.glsl, or with SNAPSHOTS clip_snapshots.glsl, which say what a partition
// publishes when it is done.
//
// A word of the state holds a status and both numbers, so that they are always read together. All
// other published data is written before the status. A workgroup that has looked in vain too often
// reduces the missing partition itself (decoupled fallback, Smith, Levien and Owens, 2025), so no
// workgroup depends on the progress of others.
//
// The registers of an invocation decide how many workgroups a processor runs, and a walk needs
// many. So data of the partition and its elements wait in shared memory during the walk, but for the
// boxes of shares, which would have to be intersected once more.
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
layout(std430, binding = 3) volatile coherent buffer State { uvec4 state[]; }; // zero before; status and numbers, back-link, a number that goes with it, partitions looked at
layout(std430, binding = 4) coherent buffer Slices { uint slices[]; }; // positions in the partition, two per word
#ifdef BOXES
layout(std430, binding = 7) coherent buffer SliceBoxes { ivec4 slice_boxes[]; }; // each intersected with those below it
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

shared uint total;               // elements
shared uint own_ticket, missing; // the number of the missing partition, plus one
shared uint told;                // the numbers published last: pops, from bit NUMBER_BITS on, and pushes
shared int start;                // height at which the partition begins
shared uint back;                // its back-link, or NONE
shared uint steps;               // partitions looked at

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

// Reduces a partition and publishes its slice and then, with tell, its numbers. It leaves what link
// needs where a walk does not write. The whole workgroup must arrive.
void publish(uint part, bool is_own);

// Finds the links of the own partition's elements and their boxes, in the partition and in the noted
// ones. The whole workgroup must arrive.
void link();

uint told_pops() { return told >> NUMBER_BITS; }
uint told_pushes() { return told & NUMBER_MASK; }

// Publishes the numbers of a partition, whose slice must already be written.
void tell(uint part, uint pops_of, uint pushes_of) {
	if (gl_LocalInvocationID.x == 0) {
		told = pops_of << NUMBER_BITS | pushes_of;
		happens(PUBLISHES, part);
	}
	memoryBarrierBuffer();
	barrier();
	if (gl_LocalInvocationID.x == 0)
		atomicMax(state[part].x, AGGREGATE | told);
}

#include "clip_slice.glsl"
#ifdef SNAPSHOTS
#include "clip_snapshots.glsl"
#else
#include "clip_noted.glsl"
#endif

void match() {
	bool first = gl_LocalInvocationID.x == 0;
	if (first)
		happens(BEGINS, own_ticket);
	uint target = own_ticket;
	for (uint tries = 0; tries <= 2 * own_ticket; tries++) { // per missing partition, one to find it and one to reduce it
		bool is_own = target == own_ticket;
		publish(target, is_own);
		if (is_own) {
			walk(tries == 0 ? patience : 0);
			if (missing == 0)
				break;
			target = missing - 1;
		} else {
			if (first)
				atomicAdd(fallbacks, 1);
			target = own_ticket; // repeats the own partition, for its data in shared memory
		}
		barrier();
	}
	publish_stack();
	if (first) {
		uint part = own_ticket;
		int lowest = start - int(told_pops());
		partitions[part] = ivec4(told_pops(), told_pushes(), start, lowest);
		state[part].y = back;
		state[part].w = steps;
		atomicMax(pops, uint(max(-lowest, 0)));
		atomicMax(longest, steps);
		happens(ENDS, back);
	}
	memoryBarrierBuffer();
	barrier();
	if (first)
		atomicMax(state[own_ticket].x, LINKED | told);
	link();
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
	if (gl_LocalInvocationID.x == 0) {
		own_ticket = atomicAdd(ticket, 1);
		total = count;
	}
	barrier();
	if (own_ticket >= groups) // of a grid with two dimensions
		return;
	if (own_ticket * PARTITION < total)
		match();
	LAST_OF(finished, groups)
	if (is_last)
		report(total / PARTITION + uint(total % PARTITION != 0));
}
