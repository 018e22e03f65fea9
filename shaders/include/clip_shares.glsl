#include "clip_partition.glsl"

// The shares of a partition in shared memory: their open pushes, and a tree of their lowest heights
// with eight children for each node. Heights are relative to the partition's beginning. The nodes of
// a level follow those of the level below; a vector has four of them.
const uint LEVELS = gl_WorkGroupSize.x > 512 ? 4 : gl_WorkGroupSize.x > 64 ? 3 : 2;
shared ivec4 tree[gl_WorkGroupSize.x / 4 + gl_WorkGroupSize.x / 32 + gl_WorkGroupSize.x / 256 + 6];

// Returns the number of vectors of a level.
uint vectors(uint level) { return max(2, gl_WorkGroupSize.x >> 3 * level + 2); }

// Returns which children of a node are below a height, given the first vector of their level.
uint lower_of_eight(uint first, uint node, int height) {
	return lower(tree[first + 2 * node], height) | lower(tree[first + 2 * node + 1], height) << 4;
}

// Returns the last share before one that goes below a height, or NONE.
uint find_share(uint share, int height) {
	uint at = share, first = 0, level = 0;
	[[dont_unroll]] for (; level < LEVELS; level++) {
		uint before = lower_of_eight(first, at / 8, height) & (1u << at % 8) - 1;
		at /= 8;
		if (before != 0) {
			at = 8 * at + uint(findMSB(before));
			break;
		}
		first += vectors(level);
	}
	if (level == LEVELS)
		return NONE;
	[[dont_unroll]] for (; level > 0; level--) {
		first -= vectors(level - 1);
		at = 8 * at + uint(findMSB(lower_of_eight(first, at, height)));
	}
	return at;
}

// The word of a share has the positions of its open pushes, four bits each, with the lowest push in
// the highest bits.
shared uint stacks[gl_WorkGroupSize.x];

// For each share, the last one before it that goes lower, or NONE. A share leaves a push open at each
// height from its lowest on, so a search that goes down one height at a time finds the next push in
// the same share or in this one.
shared uint lower_before[gl_WorkGroupSize.x];

int lowest_of(uint share) { return tree[share / 4][share % 4]; }

// Builds the tree. The whole workgroup must arrive, and may read the tree when all have returned.
void build_tree(int lowest) {
	uint i = gl_LocalInvocationID.x, first = 0;
	tree[rank() / 4][rank() % 4] = lowest;
	barrier();
	for (uint level = 1; level < LEVELS; level++) {
		uint above = first + vectors(level - 1);
		if (i < gl_WorkGroupSize.x >> 3 * level)
			tree[above + i / 4][i % 4] = min(least(tree[first + 2 * i]), least(tree[first + 2 * i + 1]));
		first = above;
		barrier();
	}
	lower_before[rank()] = find_share(rank(), lowest);
	barrier();
}

// Returns the position in the partition of the push that a share leaves open from below a height.
uint place_in_share(uint share, int height, int lowest) {
	return share * ITEMS + (stacks[share] >> 4 * (7 - uint(height - 1 - lowest)) & 15);
}

#ifdef BOXES
layout(std430, binding = 6) readonly buffer Boxes { ivec4 boxes[]; };
// The boxes of open pushes, as far as their share knows them, are temporarily in place of the results
// or, with IN_SHARED, in shared memory, which is faster if enough workgroups still run concurrently.
layout(std430, binding = 9) coherent buffer Resolved { ivec4 resolved[]; };
#ifndef IN_SHARED
#define IN_SHARED false
#endif
// Later, the box that cuts the lowest open push of each share. Boxes of the share that this push is cut
// by, in lower_before then, apply too.
shared ivec4 share_boxes[IN_SHARED ? PARTITION : gl_WorkGroupSize.x];
#endif

// The state of a share.
struct Share {
	uint first;        // element
	uint links[ITEMS]; // link, or OUTER and a level
	uint outer_pops;   // a bit for each pop of a push before the share
	Stack stack;
	int height;        // at its beginning
	uint last;         // link of the last level
#ifndef BOXES
	uint kinds;        // two bits for each element
#else
	uint outer;         // a bit for each element whose level alone was known at first
	ivec4 boxes[ITEMS]; // cut by everything known so far
	ivec4 last_box;     // known part of the box of the last link
#endif
};

// Marks a link to a push before the share. Its level is its depth below the top of the stack there.
// A share has levels down to one below its lowest pop.
const uint OUTER = 1u << 31;

// Follows the elements of a share by their kinds. Boxes are intersected: an element's with the innermost
// push that is open after it, a push's with the one around it. Without boxes, link_share finds the links
// later.
void follow_items(uint part, uint n, uint kinds, out Share b) {
	b.first = part * PARTITION + rank() * ITEMS;
	b.outer_pops = 0;
	b.stack = Stack(0, 0, 0);
#ifndef BOXES
	b.kinds = kinds;
	[[unroll]] for (uint item = 0; item < ITEMS; item++)
		follow(b.stack, kind_of(kinds, item), item);
#else
	b.outer = 0;
	[[unroll]] for (uint item = 0; item < ITEMS; item++) {
		uint kind = kind_of(kinds, item);
		b.links[item] = b.stack.open == 0 ? b.stack.pops | OUTER : b.first + (b.stack.places & 15);
		b.outer |= uint(b.stack.open == 0) << item;
		if (kind == POP) {
			b.outer_pops |= uint(b.stack.open == 0) << item;
			follow(b.stack, POP, item);
		}
		b.boxes[item] = kind == POP || b.first + item >= n ? EVERYTHING : ordered(boxes[b.first + item]);
		[[unroll]] for (uint k = 0; k < item; k++)
			if (b.stack.open > 0 && (b.stack.places & 15) == k)
				b.boxes[item] = cut(b.boxes[item], b.boxes[k]);
		if (kind == PUSH)
			follow(b.stack, PUSH, item);
	}
#endif
}

// Follows shares, and joins them. The whole workgroup must arrive. net is the number of pushes minus the
// number of pops in it. Results of a partition that is not the workgroup's own may already exist.
void follow_shares(uint part, uint n, uint kinds, bool is_own, out Share b, out int net) {
	uint share = rank();
	follow_items(part, n, kinds, b);
#ifdef BOXES
	uint open = 0; // a bit for each open push
	[[unroll]] for (uint k = 0; k < ITEMS; k++)
		if (k < b.stack.open)
			open |= 1u << (b.stack.places >> 4 * k & 15);
	[[unroll]] for (uint item = 0; item < ITEMS; item++)
		if (is_own && (open >> item & 1) != 0) {
			if (IN_SHARED)
				share_boxes[share * ITEMS + item] = b.boxes[item];
			else
				resolved[b.first + item] = b.boxes[item];
		}
	if (!IN_SHARED)
		memoryBarrierBuffer();
#endif
	uint of_share = b.stack.open - b.stack.pops, all;
	b.height = int(units_before_first(unit_sum(of_share), all) + unit_before(of_share));
	net = int(all);
	stacks[share] = b.stack.open == 0 ? 0 : b.stack.places << 4 * (8 - b.stack.open);
	build_tree(b.height - int(b.stack.pops));
}

// The position of the search for pushes below a share: a share and its lowest height, or outside of
// the partition.
struct Search {
	bool outside;
	uint share;
	int lowest;
};

Search begin_search() {
	uint i = rank();
	return i == 0 ? Search(true, 0, 0) : Search(false, i - 1, lowest_of(i - 1));
}

// Continues to the share that left a push open from below a height. Heights follow each other, from
// the beginning of a share down.
void search_on(inout Search s, int height) {
	if (s.outside || s.lowest < height)
		return;
	s.share = lower_before[s.share];
	s.outside = s.share == NONE;
	if (!s.outside)
		s.lowest = lowest_of(s.share);
}

// Finds the link of a level, or marks it if the push is not in the partition. Without a mark, inside counts
// the level.
void find_level(inout Share b, inout Search s, uint part, uint level, inout uint inside) {
	int height = b.height - int(level);
	search_on(s, height);
	b.last = OUTER | level;
#ifdef BOXES
	b.last_box = EVERYTHING;
#endif
	if (s.outside)
		return;
	uint place = place_in_share(s.share, height, s.lowest);
	b.last = part * PARTITION + place;
	inside++;
#ifdef BOXES
	b.last_box = IN_SHARED ? share_boxes[place] : resolved[b.last];
#endif
}

// Finds the links to pushes in the partition, given the shares, and cuts by the boxes of these pushes.
// Other links are marked. Returns the first level of these.
uint link_share(inout Share b, uint part) {
	Search s = begin_search();
	uint level = 0, inside = 0;
	find_level(b, s, part, 0, inside);
#ifndef BOXES
	Stack stack = Stack(0, 0, 0);
#endif
	[[unroll]] for (uint item = 0; item < ITEMS; item++) {
#ifdef BOXES
		if ((b.outer >> item & 1) != 0)
			b.links[item] = b.last;
		bool is_next = (b.outer_pops >> item & 1) != 0;
#else
		uint kind = kind_of(b.kinds, item);
		b.links[item] = stack.open == 0 ? b.last : b.first + (stack.places & 15);
		bool is_next = kind == POP && stack.open == 0;
		b.outer_pops |= uint(is_next) << item;
		follow(stack, kind, item);
#endif
		if (is_next)
			find_level(b, s, part, ++level, inside);
#ifdef BOXES
		b.boxes[item] = cut(b.boxes[item], b.last_box);
#endif
	}
	return inside;
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
#define CHAIN_BOXES share_boxes
#define CHAIN_NEXT lower_before
#include "clip_chain.glsl"

// Returns the place in shared memory of an element's box on its way to the results. Xor with other bits of
// the share distributes adjacent shares over the banks.
uint slot(uint share, uint item) { return share * ITEMS + (item ^ share / 2 % ITEMS); }

// Returns the share of a link, or NONE if it is outside the partition.
uint share_of(uint link, uint part) { return link - part * PARTITION < PARTITION ? (link - part * PARTITION) / ITEMS : NONE; }

// Intersects all boxes and stores them, once all levels are known. Shares follow the share of their last
// link. The whole workgroup must arrive.
void cut_boxes(Share b, uint part, uint n) {
	uint share = rank(), below = share_of(b.last, part);
	cut_chain(share, 0, b.last_box, below);
	below = share_of(b.last, part); // for the last element; a pop is cut by the element of the next level
	[[unroll]] for (uint k = 0; k < ITEMS; k++) {
		uint item = ITEMS - 1 - k;
		if (below != NONE)
			b.boxes[item] = cut(b.boxes[item], share_boxes[below]);
		if (!IN_SHARED && b.first + item < n)
			resolved[b.first + item] = ordered(b.boxes[item]);
		if ((b.outer >> item & 1) != 0)
			below = share_of(b.links[item], part);
	}
	if (!IN_SHARED)
		return;
	barrier(); // then adjacent invocations write adjacent boxes, which is faster
	[[unroll]] for (uint item = 0; item < ITEMS; item++)
		share_boxes[slot(share, item)] = ordered(b.boxes[item]);
	barrier();
	[[unroll]] for (uint item = 0; item < ITEMS; item++) {
		uint x = item * gl_WorkGroupSize.x + share;
		if (part * PARTITION + x < n)
			resolved[part * PARTITION + x] = share_boxes[slot(x / ITEMS, x % ITEMS)];
	}
}
#endif
