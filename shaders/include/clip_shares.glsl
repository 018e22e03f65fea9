#include "clip_partition.glsl"

// The shares of a partition in shared memory: their open pushes, and a tree of their lowest heights
// with 4^3, 4^4 or 4^5 leaves. Heights are relative to the partition's beginning.
const uint FIRST_SHARE = gl_WorkGroupSize.x <= 64 ? 21 : gl_WorkGroupSize.x <= 256 ? 85 : 341;
shared ivec4 tree[(FIRST_SHARE - 1) / 4 + gl_WorkGroupSize.x / 4];

// The word of a share has the positions of its open pushes, four bits each, with the lowest push in
// the highest bits.
shared uint stacks[gl_WorkGroupSize.x];

FIND_BEFORE(find_share, tree)

// Builds the tree. The whole workgroup must arrive, and may read the tree when all have returned.
void build_tree(int lowest) {
	uint i = gl_LocalInvocationID.x, number = gl_WorkGroupSize.x;
	uint leaf = FIRST_SHARE - 1 + rank();
	tree[leaf / 4][leaf % 4] = lowest;
	barrier();
	for (uint first = (FIRST_SHARE - 1) / 4; first > 0; first = (first - 1) / 4) { // at most 4 levels
		number /= 4;
		if (i < number) // with 128 and 512 shares not all nodes have children
			tree[(first + i - 1) / 4][(first + i - 1) % 4] = least(tree[first + i]);
		barrier();
	}
}

int lowest_of(uint share) { return tree[(FIRST_SHARE - 1 + share) / 4][(FIRST_SHARE - 1 + share) % 4]; }

// Returns the position in the partition of the push that a share leaves open from below a height.
uint place_in_share(uint share, int height, int lowest) {
	return share * ITEMS + (stacks[share] >> 4 * (7 - uint(height - 1 - lowest)) & 15);
}

#ifdef BOXES
layout(std430, binding = 6) readonly buffer Boxes { ivec4 boxes[]; };
// The boxes of a share's open pushes in order, as far as the share knows them, temporarily stored
// in place of the results. Shared memory would be too small: few workgroups could run concurrently.
layout(std430, binding = 9) coherent buffer Resolved { ivec4 resolved[]; };
#endif

// The state of a share.
struct Share {
	uint first;        // element
	uint links[ITEMS]; // link, or OUTER and a level
	uint outer;        // a bit for each element whose level alone was known at first
	uint outer_pops;   // a bit for each of these that is a pop
	Stack stack;
	int height;        // at its beginning
#ifdef BOXES
	ivec4 boxes[ITEMS]; // cut by everything known so far
	uint last;          // link of the last level
	ivec4 last_box;     // known part of the box of that link
#endif
};

// Marks a link to a push before the share. Its level is its depth below the top of the stack there.
// A share has levels down to one below its lowest pop.
const uint OUTER = 1u << 31;

// Follows shares by their kinds and intersects their boxes: an element with the innermost push that
// is open after it, a push with the one around it. The whole workgroup must arrive. net is the
// number of pushes minus the number of pops in the workgroup. Results of a partition that is not
// the workgroup's own may already exist.
void follow_shares(uint part, uint n, uint kinds, bool is_own, out Share b, out int net) {
	uint share = rank();
	b.first = part * PARTITION + share * ITEMS;
	b.outer = 0;
	b.outer_pops = 0;
	b.stack = Stack(0, 0, 0);
	[[unroll]] for (uint item = 0; item < ITEMS; item++) {
		uint kind = kind_of(kinds, item);
		b.links[item] = b.stack.open == 0 ? b.stack.pops | OUTER : b.first + (b.stack.places & 15);
		b.outer |= uint(b.stack.open == 0) << item;
		if (kind == POP) {
			b.outer_pops |= uint(b.stack.open == 0) << item;
			follow(b.stack, POP, item);
		}
#ifdef BOXES
		b.boxes[item] = kind == POP || b.first + item >= n ? EVERYTHING : ordered(boxes[b.first + item]);
		[[unroll]] for (uint k = 0; k < item; k++)
			if (b.stack.open > 0 && (b.stack.places & 15) == k)
				b.boxes[item] = cut(b.boxes[item], b.boxes[k]);
#endif
		if (kind == PUSH)
			follow(b.stack, PUSH, item);
	}
#ifdef BOXES
	uint open = 0; // a bit for each open push
	[[unroll]] for (uint k = 0; k < ITEMS; k++)
		if (k < b.stack.open)
			open |= 1u << (b.stack.places >> 4 * k & 15);
	[[unroll]] for (uint item = 0; item < ITEMS; item++)
		if (is_own && (open >> item & 1) != 0)
			resolved[b.first + item] = b.boxes[item];
	memoryBarrierBuffer();
#endif
	uint of_share = b.stack.open - b.stack.pops, all;
	b.height = int(units_before(unit_sum(of_share), all) + unit_before(of_share));
	net = int(all);
	stacks[share] = b.stack.open == 0 ? 0 : b.stack.places << 4 * (8 - b.stack.open);
	build_tree(b.height - int(b.stack.pops));
}

// Sets the links of a level.
void settle(inout Share b, uint level, uint link) {
	[[unroll]] for (uint item = 0; item < ITEMS; item++)
		if (b.links[item] == (level | OUTER))
			b.links[item] = link;
}

#ifdef BOXES
// Intersects the boxes of the elements of a level.
void cut_level(inout Share b, uint level, uint link, ivec4 box) {
	[[unroll]] for (uint item = 0; item < ITEMS; item++)
		if (bitCount(b.outer_pops & (2u << item) - 1) == level)
			b.boxes[item] = cut(b.boxes[item], box);
	b.last = link; // until the next level
	b.last_box = box;
}
#endif

// Returns the pop of a level.
uint pop_of(Share b, uint level) {
	for (; level > 0; level--) // at most ITEMS rounds
		b.outer_pops &= b.outer_pops - 1;
	return b.first + uint(findLSB(b.outer_pops));
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
// The box that cuts the lowest open push of a share, and the share that this push is cut by: boxes
// of that share apply too.
shared ivec4 share_boxes[gl_WorkGroupSize.x];
shared uint share_below[gl_WorkGroupSize.x]; // NONE for no other share
shared bool more[2];                         // work left, in even and in odd rounds

// Returns the share of a link, or NONE if it is outside the partition.
uint share_of(uint link, uint part) { return link - part * PARTITION < PARTITION ? (link - part * PARTITION) / ITEMS : NONE; }

// Intersects all boxes and stores them, once all levels are known. Shares are processed in rounds:
// each share is cut by the boxes found so far for the share below, and continues at the share that
// this one has reached, doubling the distance. The whole workgroup must arrive.
void cut_boxes(Share b, uint part, uint n) {
	uint i = gl_LocalInvocationID.x, share = rank(), below = share_of(b.last, part);
	if (i == 0)
		more[0] = false;
	share_boxes[share] = b.last_box;
	share_below[share] = below;
	barrier();
	[[dont_unroll]] for (uint round = 0; round < 11; round++) { // a chain is at most as long as the number of shares
		if (below != NONE) {
			b.last_box = cut(b.last_box, share_boxes[below]);
			below = share_below[below];
			more[round % 2] = true;
		}
		if (i == 0)
			more[(round + 1) % 2] = false;
		barrier();
		if (!more[round % 2])
			break;
		share_boxes[share] = b.last_box;
		share_below[share] = below;
		barrier();
	}
	below = share_of(b.last, part); // for the last element; a pop is cut by the element of the next level
	[[unroll]] for (uint k = 0; k < ITEMS; k++) {
		uint item = ITEMS - 1 - k;
		ivec4 box = b.boxes[item];
		if (below != NONE)
			box = cut(box, share_boxes[below]);
		if (b.first + item < n)
			resolved[b.first + item] = ordered(box);
		if ((b.outer >> item & 1) != 0)
			below = share_of(b.links[item], part);
	}
}
#endif
