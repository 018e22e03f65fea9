#include "clip_partition.glsl"

// Reduces partitions: each becomes a number of pops followed by a number of pushes, its slice of
// the stack. It also writes the kinds of elements, which is all that clip_link needs of them.
//
// Shares are owned in reverse order: the shares after one, which determine its pushes that stay
// open, then come before it in the order of sums and minima. Heights are relative to the
// partition's end.
layout(std430, binding = 1) buffer Control {
	uint count;      // of elements
	uint finished;
	uint pops;       // without a push
	uint first_pop;  // index of the first one, found by clip_link
	uint pushes;     // without a pop
	uint first_push; // index of the first one
};
layout(std430, binding = 2) writeonly buffer Partitions { ivec4 partitions[]; }; // pops, pushes, height at the beginning, lowest height
layout(std430, binding = 3) writeonly buffer Slices { uint slices[]; }; // positions in the partition, two per word
layout(std430, binding = 4) writeonly buffer Kinds { uint kinds_of[]; }; // of the elements of an invocation, two bits each
#ifdef BOXES
layout(std430, binding = 5) readonly buffer Boxes { ivec4 boxes[]; };
layout(std430, binding = 6) writeonly buffer SliceBoxes { ivec4 slice_boxes[]; }; // each intersected with those below it
#endif

layout(push_constant) uniform Push {
	uint first_part; // partition of the first workgroup, for a reduction in several dispatches
	uint end_part;   // partition after the last one of the dispatch: a grid with two dimensions may have more workgroups
};

shared uint slots[(PARTITION + 1) / 2]; // the slice, beginning at its bottom, two positions in a word

// Adjacent invocations write four words apart. Xor with other bits of the position distributes them
// over the banks.
uint slot(uint w) { return w ^ (w >> 5 & 3); }

#ifdef BOXES
uint place_in_slice(uint part, uint r) { return slots[slot(r / 2)] >> 16 * (r % 2) & 0xffffu; }
shared ivec4 unit_boxes[MOST_UNITS];
#define UNIT_BOXES unit_boxes
#include "clip_cut_slice.glsl"
#endif

void reduce(uint part) {
	uint share = gl_WorkGroupSize.x - 1 - rank(), kinds = load_kinds(part * PARTITION + share * ITEMS, count);
	kinds_of[part * gl_WorkGroupSize.x + share] = kinds;
	for (uint w = gl_LocalInvocationID.x; w < slots.length(); w += gl_WorkGroupSize.x)
		slots[w] = 0;
	Stack s = Stack(0, 0, 0);
	[[unroll]] for (uint item = 0; item < ITEMS; item++)
		follow(s, kind_of(kinds, item), item);

	uint of_share = s.open - s.pops, all;
	int end = -int(units_before_first(unit_sum(of_share), all) + unit_before(of_share));
	int lowest = end - int(s.open), below, of_all;
	below = min(0, min(units_min_before_first(unit_min(lowest), of_all), unit_min_before(lowest)));
	of_all = min(of_all, 0);
	// Pushes of the share stay open if they are below everything that follows.
	uint stay = uint(max(below - lowest, 0)), number = uint(-of_all), first = uint(lowest - of_all);
	for (uint k = 0; k < stay; k++) {
		uint place = share * ITEMS + (s.places >> 4 * (s.open - 1 - k) & 15);
		atomicOr(slots[slot((first + k) / 2)], place << 16 * ((first + k) % 2));
	}
	barrier();
	for (uint w = gl_LocalInvocationID.x; w < (number + 1) / 2; w += gl_WorkGroupSize.x)
		slices[part * PARTITION / 2 + w] = slots[slot(w)];
	if (gl_LocalInvocationID.x == 0)
		partitions[part].xy = ivec2(number - all, number);
#ifdef BOXES
	cut_slice(part, number);
#endif
}

void main() {
	uint part = first_part + workgroup();
	if (part >= end_part)
		return;
	if (part == 0 && gl_LocalInvocationID.x == 0) {
		pops = 0;
		first_pop = NONE;
		pushes = 0;
		first_push = NONE;
	}
	if (part * PARTITION < count)
		reduce(part);
}
