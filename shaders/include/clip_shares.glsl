#include "clip_partition.glsl"

// The shares of a partition, in shared memory: what they leave open, and a tree of their
// lowest heights, of 4^3, 4^4 or 4^5 leaves. Heights are those above the partition's
// beginning.
const uint FIRST_SHARE = gl_WorkGroupSize.x <= 64 ? 21 : gl_WorkGroupSize.x <= 256 ? 85 : 341;
shared ivec4 tree[FIRST_SHARE];

// A share has a word: places of its open pushes, four bits each, the lowest push in the
// highest bits.
shared uint stacks[gl_WorkGroupSize.x];

#ifdef BOXES
shared ivec4 cuts[PARTITION]; // boxes, ordered; links before that
#define OUTER_LINK(k) cuts[(k) / 4][(k) % 4]
#else
shared int outer_links[(ITEMS + 1) * gl_WorkGroupSize.x];
#define OUTER_LINK(k) outer_links[k]
#endif

// Outer links of a share are to what was open before it, at levels from the top down to one
// below its lowest pop.
void set_outer_link(uint level, uint link) { OUTER_LINK(rank() * (ITEMS + 1) + level) = int(link); }
uint outer_link(uint level) { return uint(OUTER_LINK(rank() * (ITEMS + 1) + level)); }

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

// What an invocation finds out about its share.
struct Share {
	uint first; // element
	uint kinds[ITEMS];
	uint links[ITEMS]; // elements of the share; of outer ones how far down they are from the top of what was open before
	uint outer;        // a bit for each
	Stack stack;
	int height;        // at its beginning
};

// Follows the shares of a partition. The whole workgroup must arrive; net is what pushes
// outnumber pops by in all of it.
void follow_shares(uint part, uint n, out Share b, out int net) {
	uint share = rank();
	b.first = part * PARTITION + share * ITEMS;
	b.outer = 0;
	b.stack = Stack(0, 0, 0);
	load_kinds(b.first, n, b.kinds);
	[[unroll]] for (uint item = 0; item < ITEMS; item++) {
		b.outer |= uint(b.stack.open == 0) << item;
		b.links[item] = b.stack.open == 0 ? b.stack.pops : b.first + (b.stack.places & 15);
		follow(b.stack, b.kinds[item], item);
	}
	uint of_share = b.stack.open - b.stack.pops, all;
	b.height = int(units_before(unit_sum(of_share), all) + unit_before(of_share));
	net = int(all);
	stacks[share] = b.stack.open == 0 ? 0 : b.stack.places << 4 * (8 - b.stack.open);
	build_tree(b.height - int(b.stack.pops));
}

layout(std430, binding = 5) writeonly buffer Links { uint links[]; };
layout(std430, binding = 5) writeonly buffer LinkVectors { uvec4 link_vectors[]; };

// Stores all links, once the outer ones are known. start is the height at which the
// partition begins. Returns the first pop of all that has no push, if it is here.
uint store_links(inout Share b, uint n, int start) {
	uint first_pop = NONE, of_height_0 = uint(start + b.height);
	[[unroll]] for (uint item = 0; item < ITEMS; item++) {
		if ((b.outer >> item & 1) != 0) {
			uint level = b.links[item];
			b.links[item] = outer_link(level);
			if (b.kinds[item] == POP && level == of_height_0 && b.links[item] == NONE)
				first_pop = b.first + item; // later ones are from below 0
		}
	}
	if (ITEMS >= 4 && b.first + ITEMS <= n) {
		[[unroll]] for (uint v = 0; v < ITEMS / 4; v++)
			link_vectors[b.first / 4 + v] = uvec4(b.links[4 * v % ITEMS], b.links[(4 * v + 1) % ITEMS], b.links[(4 * v + 2) % ITEMS], b.links[(4 * v + 3) % ITEMS]);
	} else {
		[[unroll]] for (uint item = 0; item < ITEMS; item++)
			if (b.first + item < n)
				links[b.first + item] = b.links[item];
	}
	return first_pop;
}

#ifdef BOXES
layout(std430, binding = 6) readonly buffer Boxes { ivec4 boxes[]; };
layout(std430, binding = 9) writeonly buffer Resolved { ivec4 resolved[]; };

// Neighbours of a share lie eight apart, in other banks.
uint cut_at(uint place) { return place ^ (place >> 3 & 7); }

// What cuts the lowest push that a share leaves open. Of one element it is that element's box
// and all that cuts it.
shared ivec4 share_boxes[ITEMS == 1 ? 1 : gl_WorkGroupSize.x];
#define SHARE_BOX(share) (ITEMS == 1 ? cuts[cut_at(share)] : share_boxes[share])
#define share_below stacks // when all links are known: the share that it comes from in part, or NONE
shared bool more[2];       // to do, in even rounds and in odd ones

// What cuts all on a push of another partition, given the height above it.
ivec4 outside_box(uint link, int height);

// Neighbours load neighbouring boxes. The whole workgroup must arrive.
void load_boxes(uint part, uint n) {
	barrier(); // others may still read links
	for (uint p = gl_LocalInvocationID.x; p < PARTITION; p += gl_WorkGroupSize.x) { // ITEMS rounds
		uint i = part * PARTITION + p;
		cuts[cut_at(p)] = i < n && (elements[i] & KIND_MASK) != POP ? ordered(boxes[i]) : EVERYTHING;
	}
	barrier();
}

// Cuts the boxes of a share by each other: an element by the innermost push that is open
// behind it; if it is a push itself, by the one around it.
void cut_inside(Share b) {
	uint share = rank() * ITEMS;
	Stack s = Stack(0, 0, 0);
	[[unroll]] for (uint item = 0; item < ITEMS; item++) {
		if (b.kinds[item] == POP)
			follow(s, POP, item);
		if (s.open > 0)
			cuts[cut_at(share + item)] = cut(cuts[cut_at(share + item)], cuts[cut_at(share + (s.places & 15))]);
		if (b.kinds[item] == PUSH)
			follow(s, PUSH, item);
	}
}

// What a link out of a share stands for, given the height above it: what is known of its box, and
// the share whose stack cuts it further, or NONE.
ivec4 outer_box(uint part, uint link, int height, out uint below) {
	uint place = link - part * PARTITION;
	below = NONE;
	if (link == NONE)
		return EVERYTHING;
	if (place >= PARTITION)
		return outside_box(link, height);
	below = place / ITEMS;
	return cuts[cut_at(place)];
}

// Cuts all boxes when all links are known, and stores them; base is the link at a share's
// last level. Shares are cut in rounds: each by what has cut the share below so far, and
// goes on to where that has come to, twice as far each time. The whole workgroup must arrive.
void cut_boxes(Share b, uint base, uint part, uint n) {
	uint i = gl_LocalInvocationID.x, share = rank(), below;
	load_boxes(part, n);
	cut_inside(b);
	if (i == 0)
		more[0] = false;
	barrier();
	ivec4 box = outer_box(part, base, b.height - int(b.stack.pops), below);
	if (ITEMS == 1) {
		barrier();
		box = cut(box, cuts[cut_at(share)]);
		cuts[cut_at(share)] = box;
	} else {
		share_boxes[share] = box;
	}
	share_below[share] = below;
	barrier();
	[[dont_unroll]] for (uint round = 0; round < 11; round++) { // a chain is no longer than there are shares
		if (below != NONE) {
			box = cut(box, SHARE_BOX(below));
			below = share_below[below];
			more[round % 2] = true;
		}
		if (i == 0)
			more[(round + 1) % 2] = false;
		barrier();
		if (!more[round % 2])
			break;
		if (ITEMS == 1)
			cuts[cut_at(share)] = box;
		else
			share_boxes[share] = box;
		share_below[share] = below;
		barrier();
	}
	if (ITEMS > 1) { // from the last element on, since a pop is cut by what is below its link
		ivec4 next[ITEMS];
		uint link = base, level = b.stack.pops, known = NONE;
		ivec4 outer;
		[[unroll]] for (uint item = ITEMS; item-- > 0;) {
			if (level != known) {
				outer = outer_box(part, link, b.height - int(level), below);
				if (below != NONE)
					outer = cut(outer, share_boxes[below]);
				known = level;
			}
			next[item] = cut(cuts[cut_at(share * ITEMS + item)], outer);
			if (b.kinds[item] == POP && (b.outer >> item & 1) != 0) {
				link = b.links[item];
				level--;
			}
		}
		barrier();
		[[unroll]] for (uint item = 0; item < ITEMS; item++)
			cuts[cut_at(share * ITEMS + item)] = next[item];
		barrier();
	}
	for (uint p = i; p < PARTITION; p += gl_WorkGroupSize.x)
		if (part * PARTITION + p < n)
			resolved[part * PARTITION + p] = ordered(cuts[cut_at(p)]);
}
#endif
