#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"
#include "last.glsl"

// Makes round after round of a frontier search without returning to the host: with one workgroup
// alone, with several together, or with a separate search for each. It ends when the search is done
// or must pause for the host, when the frontier is too large for a single workgroup, or when it has
// run long enough.
//
// Each workgroup keeps the entries that it finds: near ones in shared memory, far ones in its
// segment of the far queue. After a round, workgroups exchange four words about the numbers and the
// least distances of their entries. All make the same decisions from these. If a workgroup has too
// many entries, all workgroups put the entries of one round into the far queue, and in the next
// round each takes an equal share of it.
//
// Waiting is bounded, because nothing guarantees that workgroups run concurrently. A workgroup that
// waits in vain marks the search as lost, all workgroups end, and the next dispatch rebuilds the
// queues from the distances.

layout(constant_id = 1) const uint SEVERAL = 0; // 0: a search has one workgroup; 1: it may have several

const uint NEAR_HERE = 768;      // near entries of a workgroup: 12 KiB for two rounds
const uint HOPS = 6;             // rounds of a workgroup alone between two exchanges
const uint MOST_ROUNDS = 6000;   // a kernel must not block the display
const uint ENOUGH_POLLS = 16000; // see ENOUGH

// Counters of a workgroup in a round.
struct Count {
	uint taken;      // entries taken for this round
	uint kept;       // entries that stay in the far queue
	uint found[2];   // entries found for the next round and for the far queue
	uint least_next; // least distance of an entry for the next round
	uint least_kept; // least distance of an entry that stays in the far queue
	uint bits;       // the following flags
};
const Count NONE = Count(0, 0, uint[2](0, 0), 0xffffffffu, 0xffffffffu, 0);
const uint NEXT = 0, FAR = 1;
const uint OVERFLOW = 1 << 24; // the segment of the far queue was full
const uint TIRED = 1 << 25;
const uint ARRIVED = 1 << 26;  // the target is settled
const uint BACKLOG = 1 << 27;  // some far entries are below the threshold

shared uvec2 near_here[2][NEAR_HERE];
// Three counters alternate: a slow invocation may still read the previous one while a fast one adds
// to the next, which must be clear by then.
shared Count counts[3];
uint turn = 0;
#define TURN turn
#define HERE counts[turn]
#include "frontier.glsl"

layout(push_constant) uniform Args { uint searches; }; // one per workgroup, or zero for one search by all

uint t, g = 0, k;         // invocation, workgroup of this search, number of its workgroups
uint list = 0;            // half of near_here with the near entries
uint near_wanted;         // entries found for the next round
uint near_now, far_now;   // its entries
uint least_next_now;      // least distance of its near entries
uint least_far_now;       // least distance of its far entries
uint bits;                // flags to send
bool dealing = false;     // whether every found entry goes to the far queue

uint near_at = 0;         // first entry of its search's part of the near queue
uint near_room;           // capacity of that part
uint segment;             // capacity of its segment of the far queue
uint far_at = 0;          // first entry of that segment
uint far_half;            // capacity of half the far queue of its search

void store_far(uint slot, uvec2 entry) {
	if (slot < segment)
		far_queue[far_at + slot] = entry;
	else
		atomicOr(HERE.bits, OVERFLOW);
	if (entry.y < s.threshold)
		atomicOr(HERE.bits, BACKLOG);
}

void put_far(uvec2 entry) { store_far(far_now + atomicAdd(HERE.found[FAR], 1), entry); }

void store_next(uint slot, uvec2 entry) {
	if (slot >= NEAR_HERE) {
		put_far(entry);
		return;
	}
	near_here[1 - list][slot] = entry;
	least_next = min(least_next, entry.y);
}

void put_next(uvec2 entry) { store_next(dealing ? NEAR_HERE : atomicAdd(HERE.found[NEXT], 1), entry); }

void keep(uvec2 entry) { store_far(far_now + atomicAdd(HERE.kept, 1), entry); }

// Takes an entry for this round.
void take(uvec2 entry) {
	uint slot = near_now + atomicAdd(HERE.taken, 1);
	if (slot < NEAR_HERE)
		near_here[list][slot] = entry;
	else
		keep(entry);
}

#include "frontier_exchange.glsl"

// Distributes the far queue or this workgroup's share of it: every step-th entry of a range of
// segments. Entries that are kept go to the other half.
void sift(uint first_segment, uint segments, uint step, uint first) {
	uint from = far_at - g * segment, lanes = gl_WorkGroupSize.x / segments;
	uint j = first_segment + t % segments, count = k == 1 || step > 1 && segments == 1 ? s.far : far_of[j];
	far_at += s.far_side == 0 ? far_half : -far_half;
	s.far_side ^= 1;
	far_now = 0;
	least_far_now = UNREACHED;
	uint least_kept = UNREACHED;
	if (t >= lanes * segments)
		return;
	for (uint i = t / segments * step + first; i < count; i += lanes * step) {
		turns++;
		uvec2 entry = far_queue[from + j * segment + i];
		if (dist[dist_at + entry.x] != entry.y)
			continue;
		if (entry.y < s.threshold)
			take(entry);
		else {
			keep(entry);
			least_kept = min(least_kept, entry.y);
		}
	}
	LOWER(HERE.least_kept, least_kept);
}

// Writes the entries of this workgroup back to the queues of other dispatches, where other workgroups of
// the search may have had entries before.
void put_back() {
	uint first = 0, to = (1 - s.far_side) * far_half;
	for (uint j = 0; j < g; j++) {
		first += near_of[j];
		to += far_of[j];
	}
	for (uint i = t; i < near_now; i += gl_WorkGroupSize.x) {
		if (first + i < near_room)
			near_queue[near_at + first + i] = near_here[list][i];
		else
			atomicOr(blocks[q].lost, 1);
	}
	if (k == 1)
		return;
	for (uint i = t; i < far_now; i += gl_WorkGroupSize.x)
		far_queue[to + i] = far_queue[far_at + i];
}

// Adds the least distances of an invocation's entries to the counters of the round.
void lower_least() {
	if (s.target != NO_NODE) // settled is only needed for a target
		LOWER(HERE.least_next, least_next);
}

// The edge that an invocation relaxes next. PACKED invocations share an entry, one for each edge of
// its record. It is loaded as soon as the entries are known, so that the workgroup decides on the
// round while the loads are in progress.
uvec2 edge;
uint edge_entry; // number of the entry

void fetch(uint from) {
	edge_entry = from + t / PACKED;
	edge = uvec2(NO_NODE, 0);
	if (edge_entry < near_now) {
		uvec4 pair = records[near_here[list][edge_entry].x][t % PACKED / 2];
		edge = t % 2 == 0 ? pair.xy : pair.zw;
	}
}

// Relaxes the loaded edge. It does not check whether the entry is live, because most are, and
// checking takes as long as relaxing.
void relax_fetched() {
	if (edge.x == NO_NODE)
		return;
	uvec2 entry = near_here[list][edge_entry];
	if (t % PACKED == PACKED - 1 && (edge.x & MANY) != 0) {
		relax_others(entry, edge.x & ~MANY, edge.y);
		return;
	}
	looked_at++;
	uint via = plus(entry.y, edge.y);
	if (via >= atomicMin(dist[dist_at + (edge.x & ~DEAD_END)], via))
		return;
	improvements++;
	if (edge.x >= DEAD_END)
		return;
	bool far = via >= s.threshold || dealing;
	uint slot = atomicAdd(HERE.found[far ? FAR : NEXT], 1); // a single operation with either address
	if (far)
		store_far(far_now + slot, uvec2(edge.x, via));
	else
		store_next(slot, uvec2(edge.x, via));
}

void relax() {
	relax_fetched();
	for (uint from = gl_WorkGroupSize.x / PACKED; from < near_now; from += gl_WorkGroupSize.x / PACKED) {
		turns++;
		fetch(from);
		relax_fetched();
	}
}

// Relaxes the near entries; ends with a barrier. The whole workgroup must arrive.
void relax_all() {
	uint target_dist = UNREACHED;
	if (t == 0 && g == 0 && s.target != NO_NODE) // one invocation reads, all use the same value
		target_dist = dist[dist_at + s.target];
	least_next = UNREACHED;
	relax();
	lower_least();
	if (tired() || polls > ENOUGH_POLLS)
		atomicOr(HERE.bits, TIRED);
	if (target_dist <= s.settled)
		atomicOr(HERE.bits, ARRIVED);
	if (dealing)
		memoryBarrierBuffer(); // others will read the entries of the far queue
	barrier();
	if (heavy_count[turn] == 0)
		return;
	relax_heavy();
	lower_least();
	if (dealing)
		memoryBarrierBuffer();
	barrier();
}

// Counts the work of this workgroup in a round.
void conclude() {
	near_wanted = HERE.found[NEXT];
	near_now = min(near_wanted, NEAR_HERE);
	far_now += HERE.found[FAR];
	least_next_now = HERE.least_next;
	least_far_now = min(least_far_now, HERE.found[FAR] > 0 ? s.threshold : HERE.least_kept);
	bits |= HERE.bits;
	list = 1 - list;
	fetch(0);
}

// Takes this workgroup's share of the entries queued by other dispatches.
void enter() {
	uint queued = s.mode == SIFT ? s.next : s.near, side = s.mode == SIFT ? 1 - s.near_side : s.near_side;
	for (uint i = t * k + g; i < queued; i += gl_WorkGroupSize.x * k)
		take(near_queue[near_at + side * near_room + i]);
	s.near = queued;
}

// Counts a global round.
void decide(Sum sum, bool backlog) {
	s.round++;
	s.near = sum.near;
	s.far = sum.far;
	s.least_far = plus(s.threshold, sum.least_far);
	if (backlog)
		s.least_far = s.settled;
	else if (s.target != NO_NODE)
		s.settled = min(plus(s.settled, sum.least_next), s.least_far);
	s.done = uint(s.near + s.far == 0 || (sum.bits & ARRIVED) != 0);
	if (t == 0 && g == 0 && searches == 0)
		remember();
}

// Takes entries, of the far queue too where the threshold advances, and relaxes them and what is found
// near, up to HOPS times.
void advance(bool entering, bool shared_out, inout bool backlog) {
	bits = 0;
	bool dry = s.mode == SIFT || s.near < s.rho && s.far > 0;
	if (dry && !backlog)
		move_on();
	if (!entering && dry && !shared_out) { // it reads entries written by its other invocations
		groupMemoryBarrier();
		barrier();
	}
	bool sifting = dry || shared_out || entering && k > 1;
	if (entering && k > 1)
		sift(0, 1, k, g);
	else if (shared_out)
		sift(0, k, k, g);
	else if (dry)
		sift(g, 1, 1, 0);
	if (sifting)
		backlog = false;
	if (entering)
		enter();
	if (entering || sifting) {
		barrier();
		near_now = min(near_now + HERE.taken, NEAR_HERE);
		far_now += HERE.kept;
		fetch(0);
	}
	s.mode = RELAX;
	for (uint hop = 0; hop < HOPS; hop++) {
		uint after = turn == 2 ? 0 : turn + 1;
		if (t == gl_WorkGroupSize.x - 1) { // this invocation has an entry less often than the others
			counts[after] = NONE;
			heavy_count[after] = heavy_edges[after] = 0;
		}
		relax_all();
		conclude();
		turn = after;
		if (k == 1 || dealing || k * near_now < s.rho || (bits & (OVERFLOW | TIRED)) != 0)
			break;
	}
}

void main() {
	t = gl_LocalInvocationID.x;
	if (searches == 0) {
		g = SEVERAL != 0 ? workgroup() : 0;
		k = SEVERAL != 0 ? gl_NumWorkGroups.x : 1;
		near_room = far_half = capacity();
	} else {
		q = workgroup();
		if (q >= searches)
			return;
		k = 1;
		dist_at = q * (dist.length() / searches);
		near_room = NEAR_HERE;
		near_at = q * 2 * near_room;
		far_half = far_queue.length() / 2 / searches;
		far_at = q * 2 * far_half;
	}
	s = blocks[q].search;
	segment = far_half / k;
	far_at += s.far_side * far_half + g * segment;
	if (s.done != 0 || s.mode == SCAN || paused()) // the host repeats a search that overflowed while others continue
		return;
	if (t == 0) {
		counts[0] = NONE;
		heavy_count[0] = heavy_edges[0] = 0;
		sums[0] = sums[1] = NOTHING_TOLD;
		in_vain = 0;
	}
	barrier();
	near_now = 0;
	far_now = k == 1 ? s.far : 0;
	least_far_now = s.least_far;
	bool backlog = s.mode == SIFT || s.least_far < s.threshold; // some far entries are below the threshold
	bool shared_out = false, leaving = false;
	for (uint round = 0;; round++) {
		if (leaving) { // others have stored in earlier rounds where it puts entries back
			dealing = true; // orders entries and words
			memoryBarrierBuffer();
			barrier();
		} else {
			advance(round == 0, shared_out, backlog);
		}
		if (k > 1)
			exchange(round);
		if (in_vain != 0 || leaving)
			break;
		Sum sum = told_by_all(round);
		bits = sum.bits;
		backlog = backlog || (bits & BACKLOG) != 0;
		decide(sum, backlog);
		shared_out = dealing;
		dealing = k > 1 && !dealing && (backlog || k * sum.most > 2 * sum.near + k * gl_WorkGroupSize.x / PACKED);
		leaving = s.done != 0 || paused() || (bits & (OVERFLOW | TIRED)) != 0 || k == 1 && sum.most > s.alone_most || round + 1 == MOST_ROUNDS;
		if (leaving && (k == 1 || s.near + s.far == 0))
			break;
	}
	if (in_vain != 0)
		atomicOr(blocks[q].lost, 1);
	else if ((bits & OVERFLOW) == 0)
		put_back();
	atomicAdd(blocks[q].relaxed, looked_at);
	atomicAdd(blocks[q].shortened, improvements);
	LAST_OF(blocks[q].finished, k)
	if (!is_last)
		return;
	for (uint i = t; i < 2 * WORDS * k && k > 1; i += gl_WorkGroupSize.x)
		told[i % 2][i / 2 % WORDS][i / 2 / WORDS] = 0;
	if (t != 0)
		return;
	s.near_side = 0;
	s.far_side ^= uint(k > 1);
	s.next = 0;
	s.least_next = UNREACHED;
	bool failed = blocks[q].lost != 0;
	if (failed) // restart from the state before this dispatch
		s = blocks[q].search;
	if (failed || (bits & OVERFLOW) != 0) {
		recover();
		if (k > 1)
			s.together = 0; // not again in this search
	}
	store();
	if (searches == 0)
		order();
}
