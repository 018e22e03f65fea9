// The state of a frontier search, and one pass of it. Queues hold entries, a
// node and a distance, which are live as long as the node's distance is still
// that: an entry is dead once its node was improved, whose new entry is then
// somewhere else. So no set is needed to keep nodes from being queued twice, and
// nothing must be cleared. (After the near and far piles of Davidson et al.,
// IPDPS 2014, with a threshold that does not wait for an empty near queue.)
//
// A pass does one of three things. RELAX takes the near queue and collects the
// next one, while what lies beyond the threshold goes to the far queue. When the
// next queue has fewer entries than rho, the threshold moves on and SIFT deals
// the far queue out again. Where an append found no room, SCAN makes both queues
// anew from the distances: dist tells all, and nothing is lost.
//
// Distances only fall, to the minimum over all ways tried, so races may change
// the order and the number of entries, but not what the search ends with.
#ifndef FRONTIER_GLSL
#define FRONTIER_GLSL

const uint NO_NODE = 0xffffffffu;
const uint UNREACHED = 0xffffffffu;
const uint RELAX = 0, SIFT = 1, SCAN = 2;

struct Search {
	uint mode;          // what the next pass does
	uint near;          // entries that it takes, if it relaxes
	uint next;          // entries collected for the round after it
	uint far;           // entries of the far queue
	uint kept;          // of those, how many a sift has kept so far
	uint near_side;     // half of the near queue that holds the near entries
	uint far_side;      // likewise
	uint least_next;    // no entry collected is nearer
	uint least_far;     // no far entry is nearer
	uint least_kept;
	uint settled;       // no live entry is nearer: nodes nearer than this are settled
	uint threshold;     // far entries are at least as far
	uint delta;         // how far the threshold moves on
	uint rho;           // fewer entries than this, and it does
	uint target;        // node, or NO_NODE for all
	uint target_dist;   // its distance so far; UNREACHED without a target
	uint overflow;      // an append found no room in this pass
	uint recoveries;    // scans so far
	uint done;
	uint round;         // relax passes so far
	uint phase;         // sifts so far
	uint pause_at;      // the round before which to pause
	uint alone_most;    // entries that a single workgroup takes
	uint spent;         // iterations of an invocation of this dispatch
	uint relaxed;       // edges looked at in this pass
	uint relaxed_low;   // and in those before, 64 bits
	uint relaxed_high;
	uint shortened;     // edges that improved their head in this pass
	uint shortened_low; // and in those before
	uint shortened_high;
	uint finished;      // workgroups of this dispatch
	uint workgroup_size;   // of a pass with many workgroups
	uint alone_groups[3];  // of the next dispatches: one of them runs
	uint chain_groups[3];
};

// A node's first three edges and where the others are: what most nodes need
// comes with one read. Unused edges have NO_NODE for a head.
struct Record {
	uvec4 a; // head, weight, head, weight
	uvec4 b; // head, weight, first of the other edges, number of those
};
// A head with this bit leads nowhere but back: it is never queued.
const uint DEAD_END = 0x80000000u;

layout(std430, binding = 0) readonly buffer Records { Record records[]; };
layout(std430, binding = 1) readonly buffer Edges { uvec2 edges[]; }; // head, weight
layout(std430, binding = 2) coherent buffer Dist { uint dist[]; };
layout(std430, binding = 3) QUEUE_ACCESS buffer NearQueue { uvec2 near_queue[]; }; // two halves
layout(std430, binding = 4) QUEUE_ACCESS buffer FarQueue { uvec2 far_queue[]; };   // likewise
layout(std430, binding = 5) coherent buffer Frontier {
	Search state;
	uint history[]; // near and far entries of the last rounds
};

// Where a pass keeps its counters: S is the block's state or a shared copy.
#ifdef ALONE
shared Search S;
#else
#define S state
#endif

// An invocation walks so many edges of a node alone, one bit each.
const uint FEW = 32;
const uint PACKED = 3;

// Nodes of more edges are shared by their workgroup, so many in a pass at most,
// and so many edges for each invocation; the others wait for the next round.
const uint HEAVY = 64, HEAVY_EDGES = 8192;
struct Heavy { uint first, end, dist; };
shared Heavy heavy[HEAVY];
shared uint heavy_count, heavy_edges;

uint capacity() { return near_queue.length() / 2; }

uint plus(uint d, uint w) { return d > UNREACHED - w ? UNREACHED : d + w; }

uint least_next = UNREACHED, least_far = UNREACHED; // of what this invocation appends
uint looked_at = 0, improvements = 0;

void put_next(uint at, uint slot, uint v, uint d) {
	if (slot < capacity())
		near_queue[at + slot] = uvec2(v, d);
	else
		S.overflow = 1;
	least_next = min(least_next, d);
}

void put_far(uint at, uint slot, uint v, uint d) {
	if (slot < capacity())
		far_queue[at + slot] = uvec2(v, d);
	else
		S.overflow = 1;
	least_far = min(least_far, d);
}

// Tries the way over an edge and says whether the head must be queued.
bool try(uvec2 edge, uint d) {
	uint v = edge.x & ~DEAD_END, via = plus(d, edge.y);
	looked_at++;
	if (via >= dist[v] || via >= atomicMin(dist[v], via))
		return false;
	improvements++;
	return edge.x < DEAD_END;
}

uvec2 edge_of(Record r, uint k) {
	return k == 0 ? r.a.xy : k == 1 ? r.a.zw : k == 2 ? r.b.xy : edges[r.b.z + k - PACKED];
}

// Relaxes the entries of the near queue, one for each invocation, or one for
// each stride invocations after the other.
void relax(uint first, uint stride) {
	uint in_at = S.near_side * capacity(), out_at = capacity() - in_at, far_at = S.far_side * capacity();
	uint count = S.near, threshold = S.threshold, slot = 0;
	for (uint base = 0; base < count; base += stride) {
		uint i = base + first, near_bits = 0, far_bits = 0;
		uvec2 entry = uvec2(NO_NODE, 0);
		Record r;
		bool again = false;
		if (i < count) {
			entry = near_queue[in_at + i];
			r = records[entry.x];
			if (dist[entry.x] == entry.y) {
				uint others = r.b.w, alone = PACKED + others;
				if (alone > FEW) {
					uint h = atomicAdd(heavy_count, 1), taken = atomicAdd(heavy_edges, others);
					again = h >= HEAVY || h > 0 && taken + others > HEAVY_EDGES * gl_WorkGroupSize.x;
					if (!again)
						heavy[h] = Heavy(r.b.z, r.b.z + others, entry.y);
					else if (h < HEAVY)
						heavy[h] = Heavy(0, 0, 0);
					alone = PACKED;
				}
				for (uint k = 0; k < alone; k++) {
					uvec2 e = edge_of(r, k);
					if (e.x == NO_NODE || !try(e, entry.y))
						continue;
					if (plus(entry.y, e.y) < threshold)
						near_bits |= 1u << k;
					else
						far_bits |= 1u << k;
				}
			}
		}
		CLAIM(S.next, bitCount(near_bits) + uint(again), slot)
		if (again)
			put_next(out_at, slot++, entry.x, entry.y);
		for (; near_bits != 0; near_bits &= near_bits - 1) {
			uvec2 e = edge_of(r, findLSB(near_bits));
			put_next(out_at, slot++, e.x, plus(entry.y, e.y));
		}
		CLAIM(S.far, bitCount(far_bits), slot)
		for (; far_bits != 0; far_bits &= far_bits - 1) {
			uvec2 e = edge_of(r, findLSB(far_bits));
			put_far(far_at, slot++, e.x, plus(entry.y, e.y));
		}
	}
	barrier();
	for (uint h = 0; h < min(heavy_count, HEAVY); h++) {
		Heavy node = heavy[h];
		for (uint k = node.first; k < node.end; k += gl_WorkGroupSize.x) {
			uint mine = k + gl_LocalInvocationID.x, via = 0;
			uvec2 e = uvec2(0);
			bool queue = false;
			if (mine < node.end) {
				e = edges[mine];
				queue = try(e, node.dist);
				via = plus(node.dist, e.y);
			}
			CLAIM(S.next, uint(queue && via < threshold), slot)
			if (queue && via < threshold)
				put_next(out_at, slot, e.x, via);
			CLAIM(S.far, uint(queue && via >= threshold), slot)
			if (queue && via >= threshold)
				put_far(far_at, slot, e.x, via);
		}
	}
	ADD(S.relaxed, looked_at)
	ADD(S.shortened, improvements)
	LOWER(S.least_next, least_next);
	LOWER(S.least_far, least_far);
}

// Deals out the live entries of the far queue, or all nodes that may have work
// left, by the threshold.
void deal(uint first, uint stride) {
	bool sift = S.mode == SIFT;
	uint near_at = (1 - S.near_side) * capacity(), in_at = S.far_side * capacity(), out_at = sift ? capacity() - in_at : in_at;
	uint count = sift ? S.far : dist.length(), threshold = S.threshold, settled = S.settled, slot = 0;
	for (uint base = 0; base < count; base += stride) {
		uint i = base + first;
		uvec2 entry = uvec2(i, UNREACHED);
		if (i < count) {
			if (sift)
				entry = far_queue[in_at + i];
			uint d = dist[entry.x];
			bool live = sift ? d == entry.y : d >= settled;
			entry.y = live ? d : UNREACHED;
		}
		bool to_near = entry.y < threshold, to_far = !to_near && entry.y != UNREACHED;
		CLAIM(S.next, uint(to_near), slot)
		if (to_near)
			put_next(near_at, slot, entry.x, entry.y);
		CLAIM(S.kept, uint(to_far), slot)
		if (to_far)
			put_far(out_at, slot, entry.x, entry.y);
	}
	LOWER(S.least_next, least_next);
	LOWER(S.least_kept, least_far);
}

// What the next pass takes.
uint work() { return S.mode == RELAX ? S.near : S.mode == SIFT ? S.far : dist.length(); }

// Makes one pass; the whole workgroup must come.
void pass(uint first, uint stride) {
	if (gl_LocalInvocationID.x == 0)
		heavy_count = heavy_edges = 0;
	least_next = least_far = UNREACHED;
	looked_at = improvements = 0;
	barrier();
	if (S.mode == RELAX)
		relax(first, stride);
	else
		deal(first, stride);
}

// Decides on the next pass. One invocation runs it, when all others have ended
// the pass.
void decide() {
	uint low = S.relaxed_low;
	S.relaxed_low += S.relaxed;
	S.relaxed_high += uint(S.relaxed_low < low);
	low = S.shortened_low;
	S.shortened_low += S.shortened;
	S.shortened_high += uint(S.shortened_low < low);
	S.relaxed = S.shortened = 0;
	if (S.mode == RELAX) {
		S.round++;
	} else {
		S.far = S.kept;
		S.least_far = S.least_kept;
		S.far_side ^= uint(S.mode == SIFT);
		S.phase += uint(S.mode == SIFT);
	}
	S.kept = 0;
	S.least_kept = UNREACHED;
	if (S.overflow != 0) {
		S.overflow = 0;
		S.recoveries++;
		S.mode = SCAN;
		S.next = S.far = 0;
		S.least_next = S.least_far = UNREACHED;
		return;
	}
	if (S.next < S.rho && S.far > 0) {
		S.threshold = plus(max(S.threshold, S.least_far), S.delta);
		S.mode = SIFT;
		return;
	}
	S.mode = RELAX;
	S.near = S.next;
	S.near_side ^= 1;
	S.settled = min(S.least_next, S.far > 0 ? S.least_far : UNREACHED);
	S.next = 0;
	S.least_next = UNREACHED;
	if (S.far == 0)
		S.least_far = UNREACHED;
	if (S.target != NO_NODE)
		S.target_dist = dist[S.target];
	S.done = uint(S.near == 0 || S.target_dist <= S.settled);
	uint at = S.round % (history.length() / 2);
	history[2 * at] = S.near;
	history[2 * at + 1] = S.far;
}

// Whether the search is to be looked at before it goes on.
bool paused() { return S.mode == RELAX && S.round >= S.pause_at; }

// Orders the dispatch of the next pass: of one workgroup that goes on alone, or
// of many that make this one pass.
void order() {
	bool stop = S.done != 0, alone = work() <= S.alone_most;
	uvec3 groups = groups_for(max(1, work()), S.workgroup_size);
	state.alone_groups[0] = uint(!stop && alone);
	state.chain_groups[0] = stop || alone ? 0 : groups.x;
	state.chain_groups[1] = groups.y;
	state.chain_groups[2] = groups.z;
	state.alone_groups[1] = state.alone_groups[2] = 1;
}

#endif
