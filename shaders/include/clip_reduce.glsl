#include "clip_partition.glsl"
#include "last.glsl"

// Reduces partitions: each becomes a number of pops followed by a number of pushes, its slice of
// the stack. From these numbers the last workgroup computes the heights at which partitions begin
// and the tree of their lowest heights, so that no workgroup waits. With few partitions clip_link
// needs neither.
//
// Shares are owned in reverse order: the shares after one, which determine its pushes that stay
// open, then come before it in the order of sums and minima. Heights are relative to the
// partition's end.
layout(std430, binding = 1) coherent buffer Control {
	uint count;      // of elements
	uint finished;   // workgroups; zero before and after the dispatches
	uint pops;       // without a push
	uint first_pop;  // index of the first one, found by clip_link
	uint pushes;     // without a pop
	uint first_push; // index of the first one
};
layout(std430, binding = 2) coherent buffer Partitions { ivec4 partitions[]; }; // pops, pushes, height at the beginning, lowest height
layout(std430, binding = 3) coherent buffer Minima { int minima[]; }; // node v at v - 1
layout(std430, binding = 3) coherent buffer MinimaVectors { ivec4 minima_vectors[]; };
layout(std430, binding = 4) writeonly buffer Slices { uint slices[]; }; // positions in the partition, two per word
#ifdef BOXES
layout(std430, binding = 5) readonly buffer Boxes { ivec4 boxes[]; };
layout(std430, binding = 6) writeonly buffer SliceBoxes { ivec4 slice_boxes[]; }; // each intersected with those below it
#endif

layout(push_constant) uniform Push {
	uint first_leaf; // first leaf of the tree
	uint first_part; // partition of the first workgroup, for a reduction in several dispatches
	uint end_part;   // partition after the last one of the dispatch: a grid with two dimensions may have more workgroups
	uint groups;     // partitions of all dispatches
};

// The greatest number of partitions for which each workgroup combines all partitions before its
// own; 0 if there are more, and a tree above them.
layout(constant_id = 2) const uint FEW = 0;

shared uint slots[PARTITION]; // the slice, beginning at its bottom

// Adjacent invocations write eight slots apart. Xor with other bits of the position distributes
// them over the banks.
uint slot(uint r) { return r ^ (r >> 5 & 7); }

#ifdef BOXES
shared ivec4 unit_boxes[MOST_UNITS];
#define UNIT_BOXES unit_boxes
#include "clip_cut.glsl"

void cut_slice(uint part, uint number) {
	ivec4 below = EVERYTHING, all;
	for (uint first = 0; first < number; first += gl_WorkGroupSize.x) { // at most ITEMS rounds
		uint r = first + rank();
		ivec4 box = r < number ? ordered(boxes[part * PARTITION + slots[slot(r)]]) : EVERYTHING;
		box = cut(below, cut_up_to(box, all));
		if (r < number)
			slice_boxes[part * PARTITION + r] = ordered(box);
		below = cut(below, all);
	}
}
#endif

void reduce(uint part) {
	uint share = gl_WorkGroupSize.x - 1 - rank(), kinds = load_kinds(part * PARTITION + share * ITEMS, count);
	Stack s = Stack(0, 0, 0);
	[[unroll]] for (uint item = 0; item < ITEMS; item++)
		follow(s, kind_of(kinds, item), item);

	uint of_share = s.open - s.pops, all;
	int end = -int(units_before(unit_sum(of_share), all) + unit_before(of_share));
	int lowest = end - int(s.open), below, of_all;
	below = min(0, min(units_min_before(unit_min(lowest), of_all), unit_min_before(lowest)));
	of_all = min(of_all, 0);
	// Pushes of the share stay open if they are below everything that follows.
	uint stay = uint(max(below - lowest, 0)), number = uint(-of_all);
	for (uint k = 0; k < stay; k++)
		slots[slot(uint(lowest - of_all) + k)] = share * ITEMS + (s.places >> 4 * (s.open - 1 - k) & 15);
	barrier();
	for (uint w = gl_LocalInvocationID.x; w < (number + 1) / 2; w += gl_WorkGroupSize.x) {
		uint high = 2 * w + 1 < number ? slots[slot(2 * w + 1)] : 0;
		slices[part * PARTITION / 2 + w] = slots[slot(2 * w)] | high << 16;
	}
	if (gl_LocalInvocationID.x == 0)
		partitions[part].xy = ivec2(number - all, number);
#ifdef BOXES
	cut_slice(part, number);
#endif
}

// Converts pops and pushes of partitions to heights, one row at a time.
void raise(uint number) {
	bool fits = 2 * number + 64 <= PARTITION; // 64 for levels of one node
	int height = 0;
	for (uint first = 0; first < number; first += gl_WorkGroupSize.x) {
		uint q = first + rank();
		ivec2 own = q < number ? partitions[q].xy : ivec2(0);
		uint net = uint(own.y - own.x), all;
		int before = height + int(units_before(unit_sum(net), all) + unit_before(net));
		if (q < number) {
			partitions[q].zw = ivec2(before, before - own.x);
			minima[first_leaf + q - 1] = before - own.x;
			if (fits)
				slots[q] = uint(before - own.x);
		}
		height += int(all);
	}
	// Computes the tree level by level. first is the leftmost node of the level below. A tree that
	// fits is also kept in shared memory, each level after the previous one.
	uint at = 0;
	for (uint first = first_leaf; first > 0; first = (first - 1) / 4) { // at most 15 levels
		if (!fits)
			memoryBarrierBuffer();
		barrier();
		uint parents = (number + 3) / 4;
		for (uint x = gl_LocalInvocationID.x; x < parents; x += gl_WorkGroupSize.x) {
			ivec4 v;
			if (fits) {
				uint s = at + 4 * x;
				v = ivec4(slots[s], slots[s + 1], slots[s + 2], slots[s + 3]);
			} else {
				v = minima_vectors[(first - 1) / 4 + x];
			}
			bvec4 real = lessThan(4 * uvec4(x) + uvec4(0, 1, 2, 3), uvec4(number));
			v = mix(ivec4(NO_HEIGHT), v, real);
			if (fits)
				slots[at + 4 * parents + x] = uint(least(v));
			if (first > 1)
				minima[(first - 1) / 4 + x - 1] = least(v);
			else if (x == 0) {
				int lowest = min(least(v), 0);
				pops = uint(-lowest);
				pushes = uint(height - lowest);
			}
		}
		at += 4 * parents;
		number = parents;
	}
}

void main() {
	uint n = count, part = first_part + workgroup();
	if (part >= end_part)
		return;
	if (part * PARTITION < n)
		reduce(part);
	if (FEW > 0) {
		is_last = part == 0; // any single workgroup
	} else {
		LAST_OF(finished, groups)
	}
	if (!is_last)
		return;
	if (gl_LocalInvocationID.x == 0) {
		finished = 0;
		first_pop = NONE;
		first_push = NONE;
		pops = 0;
		pushes = 0;
	}
	barrier();
	if (FEW == 0)
		raise(n / PARTITION + uint(n % PARTITION != 0));
}
