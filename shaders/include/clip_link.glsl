#include "clip_shares.glsl"

// Finds the link of every element, and what cuts its box. Each invocation follows its
// share, which needs the push at the top of what was open before it, and one below for each
// pop that finds the share's own stack empty. It looks for these in the shares before,
// by a tree of their lowest heights, then in the partitions before, by the other tree;
// each search goes on where the last one ended. Nobody waits for another workgroup.
//
// What cuts an element is the innermost push that is open behind it; if it is a push
// itself, the one around it.
layout(std430, binding = 1) buffer Control {
	uint count, finished, pops, first_pop, pushes, first_push;
};
layout(std430, binding = 2) readonly buffer Partitions { ivec4 partitions[]; }; // as clip_reduce leaves them
layout(std430, binding = 3) readonly buffer Minima { int minima[]; };
layout(std430, binding = 3) readonly buffer MinimaVectors { ivec4 minima_vectors[]; };
layout(std430, binding = 4) readonly buffer Slices { uint slices[]; };
#ifdef BOXES
layout(std430, binding = 7) readonly buffer SliceBoxes { ivec4 slice_boxes[]; };
layout(std430, binding = 8) readonly buffer Bases { ivec4 bases[]; }; // what cuts the lowest push of a slice
#endif

layout(push_constant) uniform Push {
	uint first_leaf; // of the tree of partitions
	uint first_base; // in Bases
};

FIND_BEFORE(find_partition, minima_vectors)

uint place_in_slice(uint part, uint r) {
	uint k = part * PARTITION + r;
	return slices[k / 2] >> 16 * (k % 2) & 0xffffu;
}

// Where the search for pushes below a share has come to: a leaf of one of the trees, 0
// behind the last one, and the lowest height of that share or partition.
struct Search {
	bool outside; // of the partition: heights are those of the sequence
	uint node;
	int lowest;
};

// Goes on to what pushed the last open push from below a height, which is below all
// heights before. start is the height at which the partition begins.
void advance(inout Search s, uint part, int start, int height) {
	if (!s.outside && s.lowest >= height) {
		uint node = find_share(s.node, FIRST_SHARE, height);
		if (node != 0)
			s = Search(false, node, lowest_of(node - FIRST_SHARE));
		else
			s = Search(true, first_leaf + part, start);
	}
	if (s.outside && s.node != 0 && s.lowest >= start + height) {
		s.node = find_partition(s.node, first_leaf, start + height);
		s.lowest = s.node != 0 ? minima[s.node - 1] : s.lowest;
	}
}

// The push that a search has come to.
uint found(Search s, uint part, int start, int height) {
	if (!s.outside)
		return part * PARTITION + place_in_share(s.node - FIRST_SHARE, height, s.lowest);
	if (s.node == 0)
		return NONE;
	uint q = s.node - first_leaf;
	return q * PARTITION + place_in_slice(q, uint(start + height - 1 - s.lowest));
}

#ifdef BOXES
ivec4 found_box(Search s, int start, int height) {
	if (!s.outside || s.node == 0)
		return EVERYTHING;
	uint q = s.node - first_leaf;
	return cut(ordered(slice_boxes[q * PARTITION + uint(start + height - 1 - s.lowest)]), ordered(bases[first_base + q]));
}
#endif

void main() {
	uint part = workgroup(), n = count;
	if (part == 0 && gl_LocalInvocationID.x == 0 && pushes > 0) { // the last one from the lowest height of all
		uint q = find_partition(first_leaf + n / PARTITION + uint(n % PARTITION != 0), first_leaf, 1 - int(pops)) - first_leaf;
		first_push = q * PARTITION + place_in_slice(q, 0);
	}
	if (part * PARTITION >= n)
		return;
#ifdef BOXES
	load_boxes(part, n);
#endif
	int net, start = partitions[part].z;
	Share b;
	follow_shares(part, n, b, net);
	Search s = Search(false, FIRST_SHARE + rank(), b.height);
	for (uint down = 0; down <= b.stack.pops; down++) { // ITEMS + 1 rounds at most
		int height = b.height - int(down);
		advance(s, part, start, height);
		uint link = found(s, part, start, height), pop;
		settle(b, down, link, pop);
		if (link == NONE && pop != NONE && start + height == 0)
			first_pop = pop; // later ones are from below 0
#ifdef BOXES
		settle_covers(b, down, s.outside ? NONE : link - part * PARTITION, found_box(s, start, height));
#endif
	}
	store_links(b, n);
#ifdef BOXES
	cut_boxes(b, part, n);
#endif
}
