layout(constant_id = 3) const uint WORD_KINDS = 8;
#define KINDS
#ifdef BOXES
layout(constant_id = 4) const uint SHARED_BOXES = 0; // 1: shared memory has room for the boxes of a partition
#define IN_SHARED (SHARED_BOXES != 0)
#endif
#include "clip_shares.glsl"

// Finds the link of every element and the box that cuts it. Each invocation follows its share. For
// that it needs the push at the top of the stack before the share, and one more below for each pop
// that finds the share's own stack empty. It searches for these first in the earlier shares, with a
// tree of their lowest heights, then in the earlier partitions. Each search continues where the
// previous one ended. No workgroup waits for another.
//
// With few partitions, the workgroup reads all partitions before its own and keeps those with a
// part of the stack. With many, it uses a tree of lowest heights made by clip_raise.
//
// An element is cut by the innermost push that is open after it. A push is cut by the one around
// it.
layout(std430, binding = 1) buffer Control {
	uint count, finished, pops, first_pop, pushes, first_push;
};
layout(std430, binding = 2) buffer Partitions { ivec4 partitions[]; }; // as clip_reduce and clip_raise write them; with few partitions, this kernel writes the heights
layout(std430, binding = 3) readonly buffer Minima { int minima[]; };
layout(std430, binding = 3) readonly buffer MinimaVectors { ivec4 minima_vectors[]; };
layout(std430, binding = 4) readonly buffer Slices { uint slices[]; };
#ifdef BOXES
layout(std430, binding = 7) readonly buffer SliceBoxes { ivec4 slice_boxes[]; };
layout(std430, binding = 8) coherent buffer Bases { ivec4 bases[]; }; // with many partitions, the box that cuts the lowest push of a slice; with few, see keep_cut
#endif

layout(push_constant) uniform Push {
	uint first_leaf; // first leaf of the tree of partitions
	uint first_base; // first partition in Bases
	uint first_part; // partition of the first workgroup, for several dispatches
};

uint own_part() { return first_part + workgroup(); }

// The greatest number of partitions for which each workgroup combines all partitions before its
// own; 0 if there are more, and a tree above them.
layout(constant_id = 2) const uint FEW = 0;

const uint NOTED = FEW > 0 ? FEW : 1;
#include "clip_outside.glsl"

FIND_BEFORE(find_partition, minima_vectors)

#ifdef BOXES
#define UNIT_BOXES share_boxes
#include "clip_cut.glsl"

ivec4 slice_box(uint part, int r) { return ordered(slice_boxes[part * PARTITION + uint(r)]); }

#include "clip_cut_noted.glsl"
shared ivec4 near_cuts[FEW > CUTS ? CUTS : NOTED]; // of the nearest; of the others in Bases

uint far_cut(uint k) { return own_part() * FEW + k; }

ivec4 beyond(uint k) {
	return k + 1 < noted ? slice_box(noted_part(k + 1), noted_lows[k] - 1 - noted_lows[k + 1]) : EVERYTHING;
}

void keep_cut(uint k, ivec4 box) {
	if (k < CUTS)
		near_cuts[k] = box;
	else
		bases[far_cut(k)] = ordered(box);
}

// Returns the box that cuts everything on top of a push of another partition, given the results of go_on and
// the height above the push. It does not need the link, so that all loads run concurrently.
ivec4 outside_box(uint node, int lowest, int start, int height) {
	if (FEW > 0) {
		if (node == noted)
			return EVERYTHING;
		ivec4 farther = node < CUTS ? near_cuts[node] : ordered(bases[far_cut(node)]);
		return cut(slice_box(noted_part(node), height - 1 - noted_lows[node]), farther);
	}
	uint q = node - first_leaf;
	return node == 0 ? EVERYTHING : cut(slice_box(q, start + height - 1 - lowest), ordered(bases[first_base + q]));
}
#endif

// Notes the partitions with a part of the stack, and returns the height at which this one begins.
// The whole workgroup must arrive.
int note_partitions(uint part) {
	int end = 0, least = 0; // heights relative to the beginning: after the partitions of a row, and the lowest so far
	uint number = 0;
	for (uint first = 0; first < part; first += gl_WorkGroupSize.x) { // beginning with the nearest
		uint x = first + rank(), all, all_lower;
		ivec2 own = x < part ? partitions[part - 1 - x].xy : ivec2(0);
		uint net = uint(own.y - own.x);
		int low = end - int(units_before(unit_sum(net), all) + unit_before(net) + net) - own.x, lowest;
		if (x >= part)
			low = NO_HEIGHT;
		bool is_lower = low < min(least, min(units_min_before_first(unit_min(low), lowest), unit_min_before(low)));
		uint one = uint(is_lower), k = number + units_before_first(unit_sum(one), all_lower) + unit_before(one);
		if (is_lower) {
			noted_parts[k] = part - 1 - x;
			noted_lows[k] = low;
		}
		number += all_lower;
		end -= int(all);
		least = min(least, lowest);
	}
	if (gl_LocalInvocationID.x == 0)
		noted = number;
	barrier();
	return -end;
}

// With few partitions: stores the beginning of this one. The last one also reports elements without
// a partner.
void report(uint part, uint n, int start) {
	ivec2 own = partitions[part].xy;
	int low = start - own.x;
	partitions[part].zw = ivec2(start, low);
	if ((part + 1) * PARTITION < n)
		return;
	uint q = part;
	if (noted > 0 && start + noted_lows[noted - 1] < low) { // the last push from the lowest height
		q = noted_part(noted - 1);
		low = start + noted_lows[noted - 1];
	}
	low = min(low, 0);
	pops = uint(-low);
	pushes = uint(start - own.x + own.y - low);
	if (pushes > 0)
		first_push = q * PARTITION + place_in_slice(q, 0);
}

// Continues to the push that opened from below a height outside the partition. The height is less
// than all previous heights. node is a leaf of the tree of partitions, or 0 after the last one, and
// lowest the lowest height of that partition; with few partitions, node is noted_below of the height.
// start is the height at which this partition begins.
uint go_on(inout uint node, inout int lowest, int start, int height) {
	if (FEW > 0) {
		if (node < noted && noted_lows[node] >= height)
			node = noted_below(height);
		return found_outside(node, height);
	}
	height += start;
	if (node != 0 && lowest >= height) {
		node = find_partition(node, first_leaf, height);
		lowest = node != 0 ? minima[node - 1] : lowest;
	}
	if (node == 0)
		return NONE;
	uint q = node - first_leaf;
	return q * PARTITION + place_in_slice(q, uint(height - 1 - lowest));
}

void main() {
	uint part = own_part(), n = count;
	if (FEW == 0 && part == 0 && gl_LocalInvocationID.x == 0 && pushes > 0) { // the last push from the lowest height
		uint q = find_partition(first_leaf + n / PARTITION + uint(n % PARTITION != 0), first_leaf, 1 - int(pops)) - first_leaf;
		first_push = q * PARTITION + place_in_slice(q, 0);
	}
	if (part * PARTITION >= n)
		return;
	uint kinds = load_kinds(part * PARTITION + rank() * ITEMS, n);
	int net, start;
	if (FEW > 0) {
		start = note_partitions(part);
		if (gl_LocalInvocationID.x == 0)
			report(part, n, start);
#ifdef BOXES
		cut_noted();
#endif
	} else {
		start = partitions[part].z;
	}
	Share b;
	follow_shares(part, n, kinds, true, b, net);
	uint node = FEW > 0 ? 0 : first_leaf + part;
	int lowest = start;
	[[dont_unroll]] for (uint level = link_share(b, part); level <= b.stack.pops; level++) { // at most ITEMS + 1 rounds
		int height = b.height - int(level);
		uint link = go_on(node, lowest, start, height);
		settle(b, level, link);
		if (link == NONE && start + height == 0 && level < b.stack.pops)
			first_pop = pop_of(b, level); // later pops are from below 0
#ifdef BOXES
		cut_level(b, level, link, outside_box(node, lowest, start, height));
#endif
	}
	store_links(b, n);
#ifdef BOXES
	cut_boxes(b, part, n);
#endif
}
