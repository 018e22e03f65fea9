#include "clip_shares.glsl"
#include "clip_walk.glsl"
#ifdef BOXES
#define UNIT_BOXES share_boxes
#include "clip_cut_slice.glsl"
#endif

// Invocations follow shares, which are searched with the tree of their lowest heights.

Share told_share; // of the partition told last
#ifndef BOXES
shared uint kept_kinds[gl_WorkGroupSize.x]; // of the elements of each share, as from load_kinds
#endif

void publish(uint part, bool is_own) {
	int net, lowest;
	uint kinds = load_kinds(part * PARTITION + rank() * ITEMS, total);
	follow_shares(part, total, kinds, is_own, told_share, net);
	units_min_before(unit_min(told_share.height - int(told_share.stack.pops)), lowest);
	uint own_pops = uint(-lowest), own_pushes = uint(net - lowest);
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
#else
	kept_kinds[rank()] = kinds;
#endif
	tell(part, own_pops, own_pushes);
}

void link() {
	uint part = own_ticket, n = total;
#ifndef BOXES // with boxes this would take longer than the registers are worth
	follow_items(part, n, kept_kinds[rank()], told_share);
	told_share.height = lowest_of(rank()) + int(told_share.stack.pops);
#endif
	[[dont_unroll]] for (uint level = link_share(told_share, part); level <= told_share.stack.pops; level++) { // at most ITEMS + 1 rounds
		int height = told_share.height - int(level);
		uint k = noted_below(height), link = found_outside(k, height);
		settle(told_share, level, link);
		if (link == NONE && start + height == 0 && level < told_share.stack.pops)
			first_pop = pop_of(told_share, level); // later pops are from below 0
#ifdef BOXES
		cut_level(told_share, level, link, outside_box(k, height));
#endif
	}
	store_links(told_share, n);
#ifdef BOXES
	cut_boxes(told_share, part, n);
#endif
}
