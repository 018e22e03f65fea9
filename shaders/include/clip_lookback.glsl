#include "clip_shares.glsl"
#define LOCAL Share
#ifdef BOXES
#define UNIT_BOXES share_boxes
#include "clip_cut.glsl"
#endif
#include "clip_walk.glsl"

// Invocations follow shares, which are searched with the tree of their lowest heights.

// Returns the position of the push that stays open from below a height.
uint open_place(int height) {
	uint last = FIRST_SHARE + gl_WorkGroupSize.x - 1;
	uint share = (lowest_of(last - FIRST_SHARE) < height ? last : find_share(last, FIRST_SHARE, height)) - FIRST_SHARE;
	return place_in_share(share, height, lowest_of(share));
}

void publish(uint part, uint n, bool is_own, out Share b, out uint own_pops, out uint own_pushes) {
	int net;
	follow_shares(part, n, load_kinds(part * PARTITION + rank() * ITEMS, n), is_own, b, net);
	// With 128 and 512 shares, the root has two children.
	int lowest = (gl_WorkGroupSize.x & 0x280u) != 0 ? min(tree[0].x, tree[0].y) : least(tree[0]);
	own_pops = uint(-lowest);
	own_pushes = uint(net - lowest);
	for (uint r = 2 * gl_LocalInvocationID.x; r < own_pushes; r += 2 * gl_WorkGroupSize.x) { // at most ITEMS rounds
		uint places = 0;
		[[dont_unroll]] for (uint k = 0; k < 2; k++)
			if (r + k < own_pushes)
				places |= open_place(lowest + int(r + k) + 1) << 16 * k;
		slices[(part * PARTITION + r) / 2] = places;
	}
#ifdef BOXES
	ivec4 below = EVERYTHING, all;
	for (uint first = 0; first < own_pushes; first += gl_WorkGroupSize.x) { // at most ITEMS rounds
		uint r = first + rank();
		ivec4 box = r < own_pushes ? ordered(boxes[part * PARTITION + open_place(lowest + int(r) + 1)]) : EVERYTHING;
		box = cut(below, cut_up_to(box, all));
		if (r < own_pushes)
			slice_boxes[part * PARTITION + r] = ordered(box);
		below = cut(below, all);
	}
#endif
	tell(part, own_pops, own_pushes);
}

void link(uint part, uint n, inout Share b) {
	uint share = FIRST_SHARE + rank(); // 0 after the last one
	int lowest = b.height;
	[[dont_unroll]] for (uint level = 0; level <= b.stack.pops; level++) { // at most ITEMS + 1 rounds
		int height = b.height - int(level);
		if (share != 0 && lowest >= height) {
			share = find_share(share, FIRST_SHARE, height);
			if (share != 0)
				lowest = lowest_of(share - FIRST_SHARE);
		}
		uint k = share == 0 ? noted_below(height) : 0;
		uint link = share == 0 ? found_outside(k, height) : part * PARTITION + place_in_share(share - FIRST_SHARE, height, lowest);
		settle(b, level, link);
		if (link == NONE && start + height == 0 && level < b.stack.pops)
			first_pop = pop_of(b, level); // later pops are from below 0
#ifdef BOXES
		cut_level(b, level, link, share == 0 ? outside_box(k, height) : resolved[link]);
#endif
	}
	store_links(b, n);
#ifdef BOXES
	cut_boxes(b, part, n);
#endif
}
