// One pass of a frontier search. The kernel says how it keeps what changes during
// a pass: TALLY is where it is counted, TURN the number of that of heavy nodes,
// and two functions read and write the near queue.
#ifndef FRONTIER_GLSL
#define FRONTIER_GLSL
#include "frontier_state.glsl"

// An invocation walks so many edges of a node alone, one bit each. Nodes of more
// edges are shared by their workgroup, so many in a pass at most, and so many
// edges for each invocation; the others wait for the next round.
const uint FEW = 32, HEAVY = 64, HEAVY_EDGES = 8192;

// Software devices stop an invocation after 65,535 iterations, so after this
// many it goes on in another dispatch. A pass may take as many again: 128 entries
// of an invocation with FEW edges each, and heavy nodes besides.
const uint ENOUGH = 16000;
struct Heavy { uint first, end, dist; };
shared Heavy heavy[HEAVY];
shared uint heavy_count[3], heavy_edges[3]; // as many as the kernel has tallies

uint capacity() { return near_queue.length() / 2; }

uint plus(uint d, uint w) { return d > UNREACHED - w ? UNREACHED : d + w; }

// Each invocation claims slots for itself. Subgroup operations need flow that is
// uniform for the compiler too, and the loops here run over counts that only we
// know to be the same for all: with them queues were corrupted on real devices.
#define CLAIM(counter, wants, slot) { uint w_ = wants; if (w_ != 0) slot = atomicAdd(counter, w_); }
#define LOWER(counter, value) { uint v_ = value; if (v_ < counter) atomicMin(counter, v_); }

Search s; // as it is in this pass

// Of this invocation:
uint least_next, least_far;               // of what it appends in this pass
uint looked_at = 0, improvements = 0;     // edges, in this dispatch
uint turns = 0;                           // of loops over entries, likewise

uvec2 near_entry(uint i);
void store_next(uint slot, uvec2 entry);

void put_next(uint slot, uvec2 entry) {
	if (slot < capacity())
		store_next(slot, entry);
	else
		TALLY.overflow = 1;
	least_next = min(least_next, entry.y);
}

// The far queue is appended to by a relax, and made anew by the others.
void put_far(uint slot, uvec2 entry) {
	if (s.mode == RELAX)
		slot += s.far;
	uint side = s.mode == SIFT ? 1 - s.far_side : s.far_side;
	if (slot < capacity())
		far_queue[side * capacity() + slot] = entry;
	else
		TALLY.overflow = 1;
	least_far = min(least_far, entry.y);
}

// Tries the way over an edge of node u at distance d and says whether it is
// shorter. An edge that is not there changes nothing, without a branch: so all
// edges of a record are tried at once.
bool try(uint u, uint d, uvec2 edge) {
	bool there = edge.x != NO_NODE;
	uint via = there ? plus(d, edge.y) : UNREACHED;
	looked_at += uint(there);
	return via < atomicMin(dist[there ? edge.x & ~DEAD_END : u], via);
}

uvec2 edge_of(Record r, uint k) {
	bool many = (r.b.z & MANY) != 0 && r.b.z != NO_NODE;
	if (many && k >= PACKED - 1)
		return edges[(r.b.z & ~MANY) + k - (PACKED - 1)];
	return k == 0 ? r.a.xy : k == 1 ? r.a.zw : k == 2 ? r.b.xy : r.b.zw;
}

// Appends what bits name: edges of a node at distance d.
void put_bits(Record r, uint d, uint near_bits, uint far_bits) {
	uint slot = 0;
	CLAIM(TALLY.next, bitCount(near_bits), slot)
	for (slot += s.next; near_bits != 0; near_bits &= near_bits - 1) {
		uvec2 e = edge_of(r, findLSB(near_bits));
		put_next(slot++, uvec2(e.x, d + e.y));
	}
	CLAIM(TALLY.far, bitCount(far_bits), slot)
	for (; far_bits != 0; far_bits &= far_bits - 1) {
		uvec2 e = edge_of(r, findLSB(far_bits));
		put_far(slot++, uvec2(e.x, d + e.y));
	}
}

// Notes a shortened edge, the k-th of its node, to be appended.
void note(uint d, uvec2 e, uint k, inout uint near_bits, inout uint far_bits) {
	improvements++;
	if (e.x >= DEAD_END)
		return;
	if (d + e.y < s.threshold)
		near_bits |= 1u << k;
	else
		far_bits |= 1u << k;
}

// Relaxes the entries of the near queue, one for each invocation, or one for
// each stride invocations after the other.
void relax(uint first, uint stride) {
	for (uint base = 0; base < s.near; base += stride) {
		turns++;
		uint i = base + first, near_bits = 0, far_bits = 0;
		uvec2 entry = uvec2(0, UNREACHED);
		Record r;
		bool again = false;
		if (i < s.near) {
			entry = near_entry(i);
			r = records[entry.x];
			if (dist[entry.x] == entry.y) {
				bool many = (r.b.z & MANY) != 0 && r.b.z != NO_NODE;
				uvec2 last = many ? uvec2(NO_NODE, 0) : r.b.zw;
				bool t0 = try(entry.x, entry.y, r.a.xy), t1 = try(entry.x, entry.y, r.a.zw);
				bool t2 = try(entry.x, entry.y, r.b.xy), t3 = try(entry.x, entry.y, last);
				if (t0)
					note(entry.y, r.a.xy, 0, near_bits, far_bits);
				if (t1)
					note(entry.y, r.a.zw, 1, near_bits, far_bits);
				if (t2)
					note(entry.y, r.b.xy, 2, near_bits, far_bits);
				if (t3)
					note(entry.y, last, 3, near_bits, far_bits);
				uint others = many ? r.b.w : 0;
				if (others + PACKED - 1 > FEW) {
					uint h = atomicAdd(heavy_count[TURN], 1), taken = atomicAdd(heavy_edges[TURN], others);
					again = h >= HEAVY || h > 0 && taken + others > HEAVY_EDGES * gl_WorkGroupSize.x;
					uint from = r.b.z & ~MANY;
					if (h < HEAVY)
						heavy[h] = Heavy(from, again ? from : from + others, entry.y);
					others = 0;
				}
				for (uint k = PACKED - 1; k < PACKED - 1 + others; k++) {
					uvec2 e = edge_of(r, k);
					if (try(entry.x, entry.y, e))
						note(entry.y, e, k, near_bits, far_bits);
				}
			}
		}
		put_bits(r, entry.y, near_bits, far_bits);
		uint slot = 0;
		CLAIM(TALLY.next, uint(again), slot)
		if (again)
			put_next(s.next + slot, entry);
	}
}

// Relaxes the edges of heavy nodes.
void relax_heavy() {
	for (uint h = 0; h < min(heavy_count[TURN], HEAVY); h++) {
		Heavy node = heavy[h];
		for (uint k = node.first; k < node.end; k += gl_WorkGroupSize.x) {
			turns++;
			uint mine = k + gl_LocalInvocationID.x, near_bits = 0, far_bits = 0, slot = 0;
			uvec2 e = uvec2(NO_NODE, 0);
			if (mine < node.end) {
				e = edges[mine];
				if (try(0, node.dist, e))
					note(node.dist, e, 0, near_bits, far_bits);
			}
			CLAIM(TALLY.next, near_bits, slot)
			if (near_bits != 0)
				put_next(s.next + slot, uvec2(e.x, node.dist + e.y));
			CLAIM(TALLY.far, far_bits, slot)
			if (far_bits != 0)
				put_far(slot, uvec2(e.x, node.dist + e.y));
		}
	}
}

// Deals out the live entries of the far queue, or all nodes that may have work
// left, by the threshold.
void deal(uint first, uint stride) {
	bool sift = s.mode == SIFT;
	uint in_at = s.far_side * capacity(), count = sift ? s.far : dist.length();
	for (uint base = 0; base < count; base += stride) {
		turns++;
		uint i = base + first, slot = 0;
		uvec2 entry = uvec2(i, UNREACHED);
		if (i < count) {
			if (sift)
				entry = far_queue[in_at + i];
			uint d = dist[entry.x];
			entry.y = (sift ? d == entry.y : d >= s.settled) ? d : UNREACHED;
		}
		bool to_near = entry.y < s.threshold, to_far = !to_near && entry.y != UNREACHED;
		CLAIM(TALLY.next, uint(to_near), slot)
		if (to_near)
			put_next(s.next + slot, entry);
		CLAIM(TALLY.far, uint(to_far), slot)
		if (to_far)
			put_far(slot, entry);
	}
}

// Without a target nobody asks how far the search is settled.
void lower_least() {
	if (s.target != NO_NODE)
		LOWER(TALLY.least_next, least_next);
	LOWER(TALLY.least_far, least_far);
}

// Makes one pass; the whole workgroup must come. It ends with a barrier.
void pass(uint first, uint stride) {
	least_next = least_far = UNREACHED;
	if (s.mode == RELAX)
		relax(first, stride);
	else
		deal(first, stride);
	lower_least();
	if (turns + looked_at + improvements > ENOUGH)
		TALLY.tired = 1;
	barrier();
	if (heavy_count[TURN] == 0)
		return;
	least_next = least_far = UNREACHED;
	relax_heavy();
	lower_least();
	barrier();
}

// What the next pass takes.
uint work() { return s.mode == RELAX ? s.near : s.mode == SIFT ? s.far : dist.length(); }

// Whether the search is to be looked at before it goes on.
bool paused() { return s.mode == RELAX && s.round >= s.pause_at; }

// Decides on the next pass by what this one has counted. target_dist is the
// distance of the target at its end, or an earlier one.
void decide(Tally t, uint target_dist) {
	s.next += t.next;
	s.least_next = min(s.least_next, t.least_next);
	if (s.mode == RELAX) {
		s.round++;
		s.far += t.far;
		s.least_far = min(s.least_far, t.least_far);
	} else {
		s.far = t.far;
		s.least_far = t.least_far;
	}
	if (s.mode == SIFT) {
		s.far_side ^= 1;
		s.phase++;
	}
	if (t.overflow != 0) {
		s.recoveries++;
		s.mode = SCAN;
		s.next = s.far = 0;
		s.least_next = s.least_far = UNREACHED;
		return;
	}
	if (s.next < s.rho && s.far > 0) {
		s.threshold = plus(max(s.threshold, s.least_far), s.delta);
		s.mode = SIFT;
		return;
	}
	s.mode = RELAX;
	s.near = s.next;
	s.near_side ^= 1;
	if (s.target != NO_NODE)
		s.settled = min(s.least_next, s.least_far);
	s.next = 0;
	s.least_next = UNREACHED;
	s.target_dist = target_dist;
	s.done = uint(s.near == 0 || target_dist <= s.settled);
}

// Notes the sizes of the queues before a round. One invocation does.
void remember() {
	if (s.mode != RELAX)
		return;
	uint at = s.round % (history.length() / 2);
	history[2 * at] = s.near;
	history[2 * at + 1] = s.far;
}

// Leaves the search to the next dispatch: of one workgroup that goes on alone,
// or of many that make one pass. One invocation does.
void leave() {
	if (s.target != NO_NODE)
		s.target_dist = dist[s.target];
	search = s;
	uint low = relaxed_low;
	relaxed_low += relaxed;
	relaxed_high += uint(relaxed_low < low);
	low = shortened_low;
	shortened_low += shortened;
	shortened_high += uint(shortened_low < low);
	relaxed = shortened = 0;
	bool alone = work() <= s.alone_most;
	uvec3 groups = groups_for(max(1, work()), s.workgroup_size);
	alone_groups[0] = uint(s.done == 0 && alone);
	chain_groups[0] = s.done != 0 || alone ? 0 : groups.x;
	chain_groups[1] = groups.y;
	chain_groups[2] = groups.z;
	alone_groups[1] = alone_groups[2] = 1;
}

#endif
