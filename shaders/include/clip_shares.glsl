#include "clip_partition.glsl"

// The shares of a partition, in shared memory: what they leave open, and a tree of their
// lowest heights, of 4^3, 4^4 or 4^5 leaves. Heights are those above the partition's
// beginning.
const uint FIRST_SHARE = gl_WorkGroupSize.x <= 64 ? 21 : gl_WorkGroupSize.x <= 256 ? 85 : 341;
shared ivec4 tree[FIRST_SHARE];

// A share has a word: places of its open pushes, four bits each, the lowest push in the
// highest bits.
#ifdef BOXES
shared uint stacks[PARTITION];
#else
shared uint stacks[gl_WorkGroupSize.x];
#endif

FIND_BEFORE(find_share, tree)

// The whole workgroup must arrive, and may read the tree when all have returned.
void build_tree(int lowest) {
	uint i = gl_LocalInvocationID.x, number = gl_WorkGroupSize.x;
	uint leaf = FIRST_SHARE - 1 + rank();
	tree[leaf / 4][leaf % 4] = lowest;
	barrier();
	for (uint first = (FIRST_SHARE - 1) / 4; first > 0; first = (first - 1) / 4) { // 4 levels at most
		number /= 4;
		if (i < number) // of 128 and 512 shares not all nodes have children
			tree[(first + i - 1) / 4][(first + i - 1) % 4] = least(tree[first + i]);
		barrier();
	}
}

int lowest_of(uint share) { return tree[(FIRST_SHARE - 1 + share) / 4][(FIRST_SHARE - 1 + share) % 4]; }

// The place in the partition of the push that a share leaves open from below a height.
uint place_in_share(uint share, int height, int lowest) {
	return share * ITEMS + (stacks[share] >> 4 * (7 - uint(height - 1 - lowest)) & 15);
}

// What an invocation finds out about its share. Links within the share are known at
// once; of others, how far down they are from the top of what was open before.
struct Share {
	uint first; // element
	uint kinds[ITEMS], links[ITEMS];
	uint outer;  // a bit for each link that is not known
	Stack stack;
	int height;  // at its beginning
#ifdef BOXES
	uint covers[ITEMS]; // places of what cuts boxes: links as they are behind pops
	uint outer_covers;
#endif
};

// Follows the shares of a partition. The whole workgroup must arrive; net is what pushes
// outnumber pops by in all of it.
void follow_shares(uint part, uint n, out Share b, out int net) {
	uint share = rank();
	b.first = part * PARTITION + share * ITEMS;
	b.outer = 0;
	b.stack = Stack(0, 0, 0);
#ifdef BOXES
	b.outer_covers = 0;
#endif
	load_kinds(b.first, n, b.kinds);
	[[unroll]] for (uint item = 0; item < ITEMS; item++) {
		b.outer |= uint(b.stack.open == 0) << item;
		b.links[item] = b.stack.open == 0 ? b.stack.pops : b.first + (b.stack.places & 15);
#ifdef BOXES
		Stack behind = b.stack;
		if (b.kinds[item] == POP)
			follow(behind, POP, item);
		b.outer_covers |= uint(behind.open == 0) << item;
		b.covers[item] = behind.open == 0 ? behind.pops : share * ITEMS + (behind.places & 15);
#endif
		follow(b.stack, b.kinds[item], item);
	}
	uint of_share = b.stack.open - b.stack.pops, all;
	b.height = int(units_before(unit_sum(of_share), all) + unit_before(of_share));
	net = int(all);
	stacks[share] = b.stack.open == 0 ? 0 : b.stack.places << 4 * (8 - b.stack.open);
	build_tree(b.height - int(b.stack.pops));
}

// Fills in the links that are so far down. Says which was a pop.
void settle(inout Share b, uint down, uint link, out uint pop) {
	pop = NONE;
	[[unroll]] for (uint item = 0; item < ITEMS; item++) {
		if ((b.outer >> item & 1) != 0 && b.links[item] == down) {
			b.outer ^= 1u << item;
			b.links[item] = link;
			if (b.kinds[item] == POP)
				pop = b.first + item;
		}
	}
}

layout(std430, binding = 5) writeonly buffer Links { uint links[]; };
layout(std430, binding = 5) writeonly buffer LinkVectors { uvec4 link_vectors[]; };

void store_links(Share b, uint n) {
	if (ITEMS >= 4 && b.first + ITEMS <= n) {
		[[unroll]] for (uint v = 0; v < ITEMS / 4; v++)
			link_vectors[b.first / 4 + v] = uvec4(b.links[4 * v % ITEMS], b.links[(4 * v + 1) % ITEMS], b.links[(4 * v + 2) % ITEMS], b.links[(4 * v + 3) % ITEMS]);
	} else {
		[[unroll]] for (uint item = 0; item < ITEMS; item++)
			if (b.first + item < n)
				links[b.first + item] = b.links[item];
	}
}

#ifdef BOXES
layout(std430, binding = 6) readonly buffer Boxes { ivec4 boxes[]; };
layout(std430, binding = 9) writeonly buffer Resolved { ivec4 resolved[]; };

shared ivec4 cuts[PARTITION]; // boxes, ordered
shared bool more[2];          // to do, in even rounds and in odd ones
#define covers_of stacks      // when all links are found: places of what cuts boxes further, or NONE

// Neighbours own neighbouring elements here, until cut_boxes has stored their boxes.
void load_boxes(uint part, uint n) {
	for (uint p = gl_LocalInvocationID.x; p < PARTITION; p += gl_WorkGroupSize.x) { // ITEMS rounds
		uint i = part * PARTITION + p;
		cuts[p] = i < n && (elements[i] & KIND_MASK) != POP ? ordered(boxes[i]) : EVERYTHING;
	}
	if (gl_LocalInvocationID.x == 0)
		more[0] = false;
}

// Fills in the covers that are so far down: a place, or none and the box of what is
// outside of the partition.
void settle_covers(inout Share b, uint down, uint place, ivec4 box) {
	[[unroll]] for (uint item = 0; item < ITEMS; item++) {
		if ((b.outer_covers >> item & 1) != 0 && b.covers[item] == down) {
			b.outer_covers ^= 1u << item;
			b.covers[item] = place;
			uint p = rank() * ITEMS + item;
			cuts[p] = cut(cuts[p], box);
		}
	}
}

// In rounds each element is cut by what has cut its push so far, and goes on to the push
// where that has come to: twice as far each time. The whole workgroup must arrive.
void cut_boxes(Share b, uint part, uint n) {
	uint i = gl_LocalInvocationID.x, size = gl_WorkGroupSize.x;
	barrier(); // others may still read stacks
	[[unroll]] for (uint item = 0; item < ITEMS; item++)
		covers_of[rank() * ITEMS + item] = b.covers[item];
	barrier();
	[[dont_unroll]] for (uint round = 0; round < 14; round++) { // a chain is no longer than a partition, 2^13 at most
		ivec4 next_cuts[ITEMS];
		uint next_covers[ITEMS];
		[[unroll]] for (uint item = 0; item < ITEMS; item++) {
			next_covers[item] = covers_of[item * size + i];
			next_cuts[item] = cuts[item * size + i];
			if (next_covers[item] != NONE) {
				next_cuts[item] = cut(next_cuts[item], cuts[next_covers[item]]);
				next_covers[item] = covers_of[next_covers[item]];
			}
		}
		barrier();
		[[unroll]] for (uint item = 0; item < ITEMS; item++) {
			cuts[item * size + i] = next_cuts[item];
			covers_of[item * size + i] = next_covers[item];
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
		if (part * PARTITION + p < n)
			resolved[part * PARTITION + p] = ordered(cuts[p]);
}
#endif
