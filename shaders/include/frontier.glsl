// One pass of a frontier search. The kernel says how it keeps what changes during
// a pass: TALLY is where it is counted, TURN the number of that of heavy nodes,
// and two functions read and write the near queue.
#ifndef FRONTIER_GLSL
#define FRONTIER_GLSL
#include "frontier_state.glsl"

// An invocation walks so many edges of a node alone. Nodes of more edges are
// shared by their workgroup, so many in a pass at most, and so many edges for each
// invocation; the others wait for the next round.
const uint FEW = 32, HEAVY = 64, HEAVY_EDGES = 8192;

// Software devices stop an invocation after 65,535 iterations, so after this
// many it goes on in another dispatch. A pass may take as many again: an
// invocation's share of 128 entries, each with FEW edges, and heavy nodes besides.
const uint ENOUGH = 16000;
struct Heavy { uint first, end, dist; };
shared Heavy heavy[HEAVY];
shared uint heavy_count[3], heavy_edges[3]; // as many as the kernel has tallies

uint capacity() { return near_queue.length() / 2; }

uint plus(uint d, uint w) { return d > UNREACHED - w ? UNREACHED : d + w; }

// Each invocation appends for itself. Subgroup operations need flow that is
// uniform for the compiler too, and the loops here run over counts that only we
// know to be the same for all: with them queues were corrupted on a real device.
#define LOWER(counter, value) { uint v_ = value; if (v_ < counter) atomicMin(counter, v_); }

Search s; // as it is in this pass

// Of this invocation:
uint least_next, least_far;               // of what it appends in this pass
uint looked_at = 0, improvements = 0;     // edges, in this dispatch
uint turns = 0;                           // of loops over entries, likewise

uvec2 near_entry(uint i);
void store_next(uint slot, uvec2 entry);

void put_next(uvec2 entry) {
	uint slot = s.next + atomicAdd(TALLY.next, 1);
	if (slot < capacity())
		store_next(slot, entry);
	else
		TALLY.overflow = 1;
	least_next = min(least_next, entry.y);
}

// The far queue is appended to by a relax, and made anew by the others.
void put_far(uvec2 entry) {
	uint slot = (s.mode == RELAX ? s.far : 0) + atomicAdd(TALLY.far, 1);
	uint side = s.mode == SIFT ? 1 - s.far_side : s.far_side;
	if (slot < capacity())
		far_queue[side * capacity() + slot] = entry;
	else
		TALLY.overflow = 1;
	least_far = min(least_far, entry.y);
}

// Relaxes an edge of a node at distance d.
void relax_edge(uvec2 edge, uint d) {
	uint v = edge.x & ~DEAD_END, via = plus(d, edge.y);
	looked_at++;
	if (via >= atomicMin(dist[v], via))
		return;
	improvements++;
	if (edge.x >= DEAD_END)
		return;
	if (via < s.threshold)
		put_next(uvec2(v, via));
	else
		put_far(uvec2(v, via));
}

// Relaxes the edges of a node that its record has no place for.
void relax_others(uvec2 entry, uint from, uint others) {
	if (others <= FEW) {
		for (uint k = from; k < from + others; k++)
			relax_edge(edges[k], entry.y);
		return;
	}
	uint h = atomicAdd(heavy_count[TURN], 1), taken = atomicAdd(heavy_edges[TURN], others);
	bool again = h >= HEAVY || h > 0 && taken + others > HEAVY_EDGES * gl_WorkGroupSize.x;
	if (h < HEAVY)
		heavy[h] = Heavy(from, again ? from : from + others, entry.y);
	if (again)
		put_next(entry);
}

// Relaxes the entries of the near queue. PACKED invocations share an entry, one
// for each edge of the record, or for each stride of them after the other.
void relax(uint first, uint stride) {
	for (uint base = 0; base < PACKED * s.near; base += stride) {
		turns++;
		uint i = (base + first) / PACKED, k = (base + first) % PACKED;
		if (i >= s.near)
			break;
		uvec2 entry = near_entry(i), edge = records[entry.x][k];
		if (edge.x == NO_NODE || dist[entry.x] != entry.y)
			continue;
		if (k == PACKED - 1 && (edge.x & MANY) != 0)
			relax_others(entry, edge.x & ~MANY, edge.y);
		else
			relax_edge(edge, entry.y);
	}
}

// Relaxes the edges of heavy nodes.
void relax_heavy() {
	for (uint h = 0; h < min(heavy_count[TURN], HEAVY); h++) {
		Heavy node = heavy[h];
		for (uint k = node.first; k < node.end; k += gl_WorkGroupSize.x) {
			turns++;
			uint mine = k + gl_LocalInvocationID.x;
			if (mine < node.end)
				relax_edge(edges[mine], node.dist);
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
		uint i = base + first;
		uvec2 entry = uvec2(i, UNREACHED);
		if (i < count) {
			if (sift)
				entry = far_queue[in_at + i];
			uint d = dist[entry.x];
			entry.y = (sift ? d == entry.y : d >= s.settled) ? d : UNREACHED;
		}
		if (entry.y < s.threshold)
			put_next(entry);
		else if (entry.y != UNREACHED)
			put_far(entry);
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
	uvec3 groups = groups_for(max(1, s.mode == RELAX ? PACKED * s.near : work()), s.workgroup_size);
	alone_groups[0] = uint(s.done == 0 && alone);
	chain_groups[0] = s.done != 0 || alone ? 0 : groups.x;
	chain_groups[1] = groups.y;
	chain_groups[2] = groups.z;
	alone_groups[1] = alone_groups[2] = 1;
}

#endif
