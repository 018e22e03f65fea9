#include "clip_shares.glsl"
#define LOCAL Share
#include "clip_walk.glsl"
#ifdef BOXES
#define UNIT_BOXES share_boxes
#include "clip_cut_slice.glsl"
#endif

// Invocations follow shares, which are searched with the tree of their lowest heights.

void publish(uint part, uint n, bool is_own, out Share b, out uint own_pops, out uint own_pushes) {
	int net;
	follow_shares(part, n, load_kinds(part * PARTITION + rank() * ITEMS, n), is_own, b, net);
	int lowest;
	units_min_before(unit_min(b.height - int(b.stack.pops)), lowest);
	own_pops = uint(-lowest);
	own_pushes = uint(net - lowest);
	// Eight pushes of the slice for each invocation, from the highest down.
	uint first = 8 * gl_LocalInvocationID.x, last = gl_WorkGroupSize.x - 1;
	if (first < own_pushes) {
		uint end = min(first + 8, own_pushes), share = last, places = 0;
		if (lowest_of(last) >= lowest + int(end))
			share = find_share(last, lowest + int(end));
		Search s = Search(false, share, lowest_of(share));
		for (uint r = end; r > first; r--) {
			int height = lowest + int(r);
			search_on(s, height);
			places = places << 16 | place_in_share(s.share, height, s.lowest);
			if (r % 2 == 1)
				slices[(part * PARTITION + r) / 2] = places;
		}
	}
#ifdef BOXES
	memoryBarrierBuffer();
	barrier();
	cut_slice(part, own_pushes);
#endif
	tell(part, own_pops, own_pushes);
}

void link(uint part, uint n, inout Share b) {
	[[dont_unroll]] for (uint level = link_share(b, part); level <= b.stack.pops; level++) { // at most ITEMS + 1 rounds
		int height = b.height - int(level);
		uint k = noted_below(height), link = found_outside(k, height);
		settle(b, level, link);
		if (link == NONE && start + height == 0 && level < b.stack.pops)
			first_pop = pop_of(b, level); // later pops are from below 0
#ifdef BOXES
		cut_level(b, level, link, outside_box(k, height));
#endif
	}
	store_links(b, n);
#ifdef BOXES
	cut_boxes(b, part, n);
#endif
}
