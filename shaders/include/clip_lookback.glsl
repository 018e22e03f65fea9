#include "clip_shares.glsl"
#include "clip_walk.glsl"
#ifdef BOXES
#define UNIT_BOXES share_boxes
#include "clip_cut_slice.glsl"
#endif

// Invocations follow shares, which are searched with the tree of their lowest heights.

Share own;
#ifndef BOXES
shared uint kept_kinds[gl_WorkGroupSize.x]; // of the elements of each share, as from load_kinds
#endif

void publish(uint part, bool is_own) {
	int net, lowest;
	uint kinds = load_kinds(part * PARTITION + rank() * ITEMS, total);
	follow_shares(part, total, kinds, is_own, own, net);
	units_min_before(unit_min(own.height - int(own.stack.pops)), lowest);
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
	follow_items(part, n, kept_kinds[rank()], own);
	own.height = lowest_of(rank()) + int(own.stack.pops);
#endif
	[[dont_unroll]] for (uint level = link_share(own, part); level <= own.stack.pops; level++) { // at most ITEMS + 1 rounds
		int height = own.height - int(level);
		uint k = noted_below(height), link = found_outside(k, height);
		settle(own, level, link);
		if (link == NONE && start + height == 0 && level < own.stack.pops)
			first_pop = pop_of(own, level); // later pops are from below 0
#ifdef BOXES
		cut_level(own, level, link, outside_box(k, height));
#endif
	}
	store_links(own, n);
#ifdef BOXES
	cut_boxes(own, part, n);
#endif
}
