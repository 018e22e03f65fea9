#include "clip_partition.glsl"

// Finds the link of every element, and what cuts its box. Each invocation follows its
// block, which needs the push at the top of what was open before it, and one below for each
// pop that finds the block's own stack empty. It looks for these in the blocks before,
// by a tree of their lowest heights, then in the partitions before, by the other tree;
// each search goes on where the last one ended. Nobody waits for another workgroup.
//
// Boxes: what cuts an element is the innermost push that is open behind it, if it is a
// push itself the one around it. In rounds each element is cut by what has cut its
// push so far, and goes on to the push where that has come to: twice as far each time.
layout(std430, binding = 1) buffer Control {
	uint count, finished, pops, first_pop, pushes, first_push;
};
layout(std430, binding = 2) readonly buffer Partitions { ivec4 partitions[]; }; // as clip_reduce leaves them
layout(std430, binding = 3) readonly buffer Minima { int minima[]; };
layout(std430, binding = 3) readonly buffer MinimaVectors { ivec4 minima_vectors[]; };
layout(std430, binding = 4) readonly buffer Slices { uint slices[]; };
layout(std430, binding = 5) writeonly buffer Links { uint links[]; };
layout(std430, binding = 5) writeonly buffer LinkVectors { uvec4 link_vectors[]; };
#ifdef BOXES
layout(std430, binding = 6) readonly buffer Boxes { ivec4 boxes[]; };
layout(std430, binding = 7) readonly buffer SliceBoxes { ivec4 slice_boxes[]; };
layout(std430, binding = 8) readonly buffer Bases { ivec4 bases[]; }; // what cuts the lowest push of a slice
layout(std430, binding = 9) writeonly buffer Resolved { ivec4 resolved[]; };
#endif

layout(push_constant) uniform Push {
	uint first_leaf; // of the tree of partitions
	uint first_base; // in Bases
};

// The tree of blocks, of 4^3, 4^4 or 4^5 leaves.
const uint FIRST_BLOCK = gl_WorkGroupSize.x <= 64 ? 21 : gl_WorkGroupSize.x <= 256 ? 85 : 341;
shared ivec4 tree[FIRST_BLOCK];
#ifdef BOXES
shared uint stacks[PARTITION];
#else
shared uint stacks[gl_WorkGroupSize.x];
#endif
// A block has a word: places of its open pushes, the lowest one in the highest bits

FIND_BEFORE(find_block, tree)
FIND_BEFORE(find_partition, minima_vectors)

// The whole workgroup must arrive, and may read the tree when all have returned.
void build_tree(int lowest) {
	uint i = gl_LocalInvocationID.x, number = gl_WorkGroupSize.x;
	uint leaf = FIRST_BLOCK - 1 + rank();
	tree[leaf / 4][leaf % 4] = lowest;
	barrier();
	for (uint first = (FIRST_BLOCK - 1) / 4; first > 0; first = (first - 1) / 4) { // 4 levels at most
		number /= 4;
		if (i < number) // of 128 and 512 blocks not all nodes have children
			tree[(first + i - 1) / 4][(first + i - 1) % 4] = least(tree[first + i]);
		barrier();
	}
}

uint place_in_slice(uint part, uint r) {
	uint k = part * PARTITION + r;
	return slices[k / 2] >> 16 * (k % 2) & 0xffffu;
}

// Where the search for pushes below a block has come to: a leaf of one of the trees, 0
// behind the last one, and the lowest height of that block or partition.
struct Search {
	bool outside; // of the partition
	uint node;
	int lowest;
};

// Goes on to what pushed the last open push from below a height, which is below all
// heights before. start is the height at which the partition begins.
void advance(inout Search s, uint part, int start, int height) {
	if (!s.outside && s.lowest >= height) {
		uint node = find_block(s.node, FIRST_BLOCK, height);
		if (node != 0)
			s = Search(false, node, tree[(node - 1) / 4][(node - 1) % 4]);
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
	if (s.outside) {
		uint q = s.node - first_leaf;
		return s.node == 0 ? NONE : q * PARTITION + place_in_slice(q, uint(start + height - 1 - s.lowest));
	}
	uint block = s.node - FIRST_BLOCK;
	return part * PARTITION + block * ITEMS + (stacks[block] >> 4 * (7 - uint(height - 1 - s.lowest)) & 15);
}

#ifdef BOXES
shared ivec4 cuts[PARTITION]; // boxes, ordered
shared bool more[2];          // to do, in even rounds and in odd ones
#define covers stacks         // when all links are found: places of what cuts boxes further, or NONE

ivec4 found_box(Search s, int start, int height) {
	if (s.node == 0)
		return EVERYTHING;
	uint q = s.node - first_leaf;
	return cut(ordered(slice_boxes[q * PARTITION + uint(start + height - 1 - s.lowest)]), ordered(bases[first_base + q]));
}

// Neighbours own neighbouring elements here.
void load_boxes(uint part) {
	for (uint p = gl_LocalInvocationID.x; p < PARTITION; p += gl_WorkGroupSize.x) {
		uint i = part * PARTITION + p;
		cuts[p] = i < count && (elements[i] & KIND_MASK) != POP ? ordered(boxes[i]) : EVERYTHING;
	}
}

void cut_boxes(uint part) {
	uint i = gl_LocalInvocationID.x, size = gl_WorkGroupSize.x;
	for (uint round = 0; round < 14; round++) { // a chain is no longer than a partition, 2^13 at most
		ivec4 next_cuts[ITEMS];
		uint next_covers[ITEMS];
		[[unroll]] for (uint item = 0; item < ITEMS; item++) {
			next_covers[item] = covers[item * size + i];
			if (next_covers[item] != NONE) {
				next_cuts[item] = cut(cuts[item * size + i], cuts[next_covers[item]]);
				next_covers[item] = covers[next_covers[item]];
			} else {
				next_cuts[item] = cuts[item * size + i];
			}
		}
		barrier();
		[[unroll]] for (uint item = 0; item < ITEMS; item++) {
			cuts[item * size + i] = next_cuts[item];
			covers[item * size + i] = next_covers[item];
			if (next_covers[item] != NONE)
				more[round % 2] = true;
		}
		if (i == 0)
			more[(round + 1) % 2] = false; // all have read it before the barrier above
		barrier();
		if (!more[round % 2])
			break;
	}
	for (uint p = i; p < PARTITION; p += size)
		if (part * PARTITION + p < count)
			resolved[part * PARTITION + p] = ordered(cuts[p]);
}
#endif

void store_links(uint first, uint n, uint of_block[ITEMS]) {
	if (ITEMS >= 4 && first + ITEMS <= n) {
		[[unroll]] for (uint v = 0; v < ITEMS / 4; v++)
			link_vectors[first / 4 + v] = uvec4(of_block[4 * v % ITEMS], of_block[(4 * v + 1) % ITEMS], of_block[(4 * v + 2) % ITEMS], of_block[(4 * v + 3) % ITEMS]);
	} else {
		[[unroll]] for (uint item = 0; item < ITEMS; item++)
			if (first + item < n)
				links[first + item] = of_block[item];
	}
}

void main() {
	uint part = workgroup(), n = count, block = rank();
	if (part == 0 && gl_LocalInvocationID.x == 0 && pushes > 0) { // the last one from the lowest height of all
		uint q = find_partition(first_leaf + n / PARTITION + uint(n % PARTITION != 0), first_leaf, 1 - int(pops)) - first_leaf;
		first_push = q * PARTITION + place_in_slice(q, 0);
	}
	if (part * PARTITION >= n)
		return;
	uint first = part * PARTITION + block * ITEMS, kinds[ITEMS];
	load_kinds(first, n, kinds);
#ifdef BOXES
	load_boxes(part);
	if (gl_LocalInvocationID.x == 0)
		more[0] = false;
#endif

	// Links within the block; of others, how far down from the top of what was open
	// before the block.
	uint of_block[ITEMS], outer = 0; // a bit for each of the others
	Stack s = Stack(0, 0, 0);
#ifdef BOXES
	uint cover[ITEMS], outer_cover = 0; // likewise, as it is behind pops
#endif
	[[unroll]] for (uint item = 0; item < ITEMS; item++) {
		outer |= uint(s.open == 0) << item;
		of_block[item] = s.open == 0 ? s.pops : first + (s.places & 15);
#ifdef BOXES
		if (kinds[item] != POP) {
			outer_cover |= uint(s.open == 0) << item;
			cover[item] = s.open == 0 ? s.pops : block * ITEMS + (s.places & 15);
		}
#endif
		follow(s, kinds[item], item);
#ifdef BOXES
		if (kinds[item] == POP) {
			outer_cover |= uint(s.open == 0) << item;
			cover[item] = s.open == 0 ? s.pops : block * ITEMS + (s.places & 15);
		}
#endif
	}
	uint net = s.open - s.pops, all;
	int height = int(units_before(unit_sum(net), all) + unit_before(net)), start = partitions[part].z;
	stacks[block] = s.open == 0 ? 0 : s.places << 4 * (8 - s.open);
	build_tree(height - int(s.pops));

	Search at = Search(false, FIRST_BLOCK + block, height);
	for (uint k = 0; k <= s.pops; k++) { // ITEMS + 1 rounds at most
		int below = height - int(k);
		advance(at, part, start, below);
		uint link = found(at, part, start, below);
		[[unroll]] for (uint item = 0; item < ITEMS; item++) {
			if ((outer >> item & 1) != 0 && of_block[item] == k) {
				outer ^= 1u << item;
				of_block[item] = link;
				if (kinds[item] == POP && link == NONE && start + below == 0)
					first_pop = first + item; // later ones are from below 0
			}
		}
#ifdef BOXES
		ivec4 box = at.outside ? found_box(at, start, below) : EVERYTHING;
		[[unroll]] for (uint item = 0; item < ITEMS; item++) {
			if ((outer_cover >> item & 1) != 0 && cover[item] == k) {
				outer_cover ^= 1u << item;
				cover[item] = at.outside ? NONE : link - part * PARTITION;
				uint p = block * ITEMS + item;
				cuts[p] = cut(cuts[p], box);
			}
		}
#endif
	}
	store_links(first, n, of_block);
#ifdef BOXES
	barrier();
	[[unroll]] for (uint item = 0; item < ITEMS; item++)
		covers[block * ITEMS + item] = cover[item];
	barrier();
	cut_boxes(part);
#endif
}
