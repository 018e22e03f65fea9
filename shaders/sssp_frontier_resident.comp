#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"
#include "last.glsl"

// Makes round after round of a frontier search without leaving the device: one
// workgroup alone, or several together. They leave when the search is done or to be
// looked at, when the frontier has grown too large for one, or when they have run for
// long enough.
//
// Each workgroup keeps the entries that it finds: the near ones in shared memory, the
// far ones in its segment of the far queue. What workgroups tell each other behind a
// round is four words: how much is queued, and how near. From these all decide alike.
// When a workgroup has too many entries, all put what they find in one round into the
// far queue, and in the next round every workgroup takes an equal share of it.
//
// Who waits does so for a bounded time, since no one promises that workgroups run at
// once. If it waits in vain the search is marked as lost, all leave, and the next
// dispatch makes the queues anew from the distances.
const uint NEAR_HERE = 768; // near entries of a workgroup: 12 KiB for two rounds
const uint WORDS = 4;       // that a workgroup tells
const uint MOST_GROUPS = 128;
const uint MOST_ROUNDS = 6000;   // displays wait for no kernel
const uint MOST_POLLS = 8192;    // of one wait: a few milliseconds
const uint ENOUGH_POLLS = 16000; // see ENOUGH

// What a workgroup counts in a round.
struct Count {
	uint dealt;      // entries taken for this round
	uint next;       // entries found for the next one
	uint far;        // entries put into the far queue
	uint least_next; // no entry found is nearer
	uint least_far;  // likewise
	uint bits;       // the following
};
const Count NONE = Count(0, 0, 0, 0xffffffffu, 0xffffffffu, 0);
const uint OVERFLOW = 1 << 24; // the segment of the far queue was full
const uint TIRED = 1 << 25;
const uint ARRIVED = 1 << 26;  // the target is settled
const uint BACKLOG = 1 << 27;  // some far entries are below the threshold
const uint COUNTED = OVERFLOW - 1;
const uint LIMIT = (1 << 30) - 1; // of a word that is told, beside two bits for the round

shared uvec2 near_here[2][NEAR_HERE];
// Three take turns, since a slow invocation may still read the last one while a fast
// one counts in the next, which must be clear by then.
shared Count counts[3];
uint turn = 0;
#define TURN turn
#define HERE counts[turn]
#include "frontier.glsl"

// By parity of the round, then by workgroup.
layout(std430, binding = 6) coherent volatile buffer Told { uint told[2][MOST_GROUPS][WORDS]; };

uint t, g, k;             // invocation, workgroup, number of workgroups
uint list = 0;            // half of near_here that holds the near entries
uint near_now, far_now;   // entries of this workgroup
uint least_far_now;       // none of its far entries is nearer
bool dealing = false;     // every entry found goes to the far queue

uint segment() { return capacity() / k; }

uvec2 near_entry(uint i) { return near_here[list][i]; }

void put_far(uvec2 entry) {
	uint slot = far_now + atomicAdd(HERE.far, 1);
	if (slot < segment())
		far_queue[s.far_side * capacity() + g * segment() + slot] = entry;
	else
		atomicOr(HERE.bits, OVERFLOW);
	if (entry.y < s.threshold)
		atomicOr(HERE.bits, BACKLOG);
	least_far = min(least_far, entry.y);
}

void put_next(uvec2 entry) {
	uint slot = dealing ? NEAR_HERE : atomicAdd(HERE.next, 1);
	if (slot >= NEAR_HERE) {
		put_far(entry);
		return;
	}
	near_here[1 - list][slot] = entry;
	least_next = min(least_next, entry.y);
}

// Takes an entry for this round.
void take(uvec2 entry) {
	uint slot = near_now + atomicAdd(HERE.dealt, 1);
	if (slot < NEAR_HERE)
		near_here[list][slot] = entry;
	else
		put_far(entry);
}

// What the workgroups have told, summed up, of the last two rounds.
struct Sum {
	uint near;       // entries for the next round
	uint most;       // of one workgroup
	uint far;
	uint least_next; // in excess of settled
	uint least_far;  // in excess of the threshold, plus one; zero if there is a backlog
	uint bits;
};
const Sum NOTHING_TOLD = Sum(0, 0, 0, LIMIT, LIMIT, 0);
shared Sum sums[2];
shared uint near_of[MOST_GROUPS], far_of[MOST_GROUPS]; // by workgroup
shared bool in_vain;
uint polls = 0;

// Deals out the far queue, or this workgroup's share of it: of so many segments
// from one on, one in step entries. The kept ones are in the other half then.
void sift(uint first_segment, uint segments, uint step, uint first) {
	uint from = s.far_side * capacity(), lanes = gl_WorkGroupSize.x / segments;
	uint j = first_segment + t % segments, count = k == 1 || step > 1 && segments == 1 ? s.far : far_of[j];
	s.far_side ^= 1;
	far_now = 0;
	least_far_now = UNREACHED;
	if (t >= lanes * segments)
		return;
	for (uint i = t / segments * step + first; i < count; i += lanes * step) {
		turns++;
		uvec2 entry = far_queue[from + j * segment() + i];
		if (dist[entry.x] != entry.y)
			continue;
		if (entry.y < s.threshold)
			take(entry);
		else
			put_far(entry);
	}
}

// What a word tells of a distance, in excess of a base.
uint excess(uint d, uint base) { return min(d - base, LIMIT); }

// The words of this workgroup.
uint word(uint i) {
	if (i == 0)
		return min(HERE.next, COUNTED) | HERE.bits;
	if (i == 1)
		return far_now + HERE.far;
	if (i == 3)
		return excess(HERE.least_next, s.settled);
	uint least = min(least_far_now, HERE.least_far);
	return least < s.threshold ? 0 : min(excess(least, s.threshold), LIMIT - 1) + 1;
}

void hear(uint j, uint i, uint w, uint parity) {
	if (i == 0) {
		uint wanted = w & COUNTED;
		near_of[j] = min(wanted, NEAR_HERE);
		atomicAdd(sums[parity].near, near_of[j]);
		atomicMax(sums[parity].most, wanted);
		if (w > COUNTED)
			atomicOr(sums[parity].bits, w & ~COUNTED);
	} else if (i == 1) {
		far_of[j] = w;
		atomicAdd(sums[parity].far, w);
	} else if (i == 2)
		atomicMin(sums[parity].least_far, w);
	else
		atomicMin(sums[parity].least_next, w);
}

// Tells the other workgroups of a round and hears what they tell; ends with a
// barrier. Words carry the number of the round, so that none is taken for another's:
// nobody is more than one round ahead.
void exchange(uint round) {
	uint parity = round & 1, mark = 1 + (round >> 1) % 3;
	if (t == gl_WorkGroupSize.x - 1)
		sums[1 - parity] = NOTHING_TOLD; // of the last round, which all have read
	if (t < WORDS)
		told[parity][g][t] = mark << 30 | word(t);
	for (uint i = t; i < WORDS * k; i += gl_WorkGroupSize.x) {
		uint w = 0, waited = 0;
		for (; w == 0 && waited < MOST_POLLS; waited++) {
			uint word = told[parity][i / WORDS][i % WORDS];
			if (word >> 30 == mark)
				w = word; // not what the last lane to leave the loop has read
		}
		polls += waited;
		if (w == 0)
			in_vain = true;
		hear(i / WORDS, i % WORDS, w & LIMIT, parity);
	}
	barrier();
}

Sum told_by_all(uint round) {
	if (k > 1)
		return sums[round & 1];
	return Sum(min(HERE.next, NEAR_HERE), HERE.next, far_now + HERE.far, word(3), word(2), HERE.bits);
}

// Puts the entries of this workgroup back where any dispatch finds them.
void put_back() {
	uint near_at = 0, far_at = 0;
	for (uint j = 0; j < g; j++) {
		near_at += near_of[j];
		far_at += far_of[j];
	}
	for (uint i = t; i < near_now; i += gl_WorkGroupSize.x) {
		if (near_at + i < capacity())
			near_queue[near_at + i] = near_here[list][i];
		else
			lost = 1;
	}
	if (k == 1)
		return;
	uint from = s.far_side * capacity() + g * segment(), to = (1 - s.far_side) * capacity() + far_at;
	for (uint i = t; i < far_now; i += gl_WorkGroupSize.x)
		far_queue[to + i] = far_queue[from + i];
}

// What an invocation has appended counts for the round.
void lower_least() {
	if (s.target != NO_NODE) // else nobody asks how far the search is settled
		LOWER(HERE.least_next, least_next);
	LOWER(HERE.least_far, least_far);
}

// Lets this workgroup read what it has put into the far queue, and, when that is
// to be dealt out, all others too; ends with a barrier.
void publish() {
	if (dealing)
		memoryBarrierBuffer();
	else
		groupMemoryBarrier();
	barrier();
}

// Relaxes the near entries; the whole workgroup must come. It ends with a barrier.
void relax_all() {
	uint target_dist = UNREACHED;
	if (t == 0 && g == 0 && s.target != NO_NODE) // one reads, and all hear of it
		target_dist = dist[s.target];
	relax(near_now, t, gl_WorkGroupSize.x);
	lower_least();
	if (tired() || polls > ENOUGH_POLLS)
		atomicOr(HERE.bits, TIRED);
	if (target_dist <= s.settled)
		atomicOr(HERE.bits, ARRIVED);
	publish();
	if (heavy_count[turn] == 0)
		return;
	relax_heavy();
	lower_least();
	publish();
}

// Takes this workgroup's share of what other dispatches have queued.
void enter() {
	uint queued = s.mode == SIFT ? s.next : s.near, side = s.mode == SIFT ? 1 - s.near_side : s.near_side;
	for (uint i = t * k + g; i < queued; i += gl_WorkGroupSize.x * k)
		take(near_queue[side * capacity() + i]);
	s.near = queued;
}

// Takes note of a round.
void decide(Sum sum) {
	far_now += HERE.far;
	least_far_now = min(least_far_now, HERE.least_far);
	near_now = min(HERE.next, NEAR_HERE);
	list = 1 - list;
	s.round++;
	s.near = sum.near;
	s.far = sum.far;
	s.least_far = sum.least_far == 0 ? s.settled : plus(s.threshold, sum.least_far - 1);
	if (s.target != NO_NODE && sum.least_far > 0)
		s.settled = min(plus(s.settled, sum.least_next), s.least_far);
	s.done = uint(s.near + s.far == 0 || (sum.bits & ARRIVED) != 0);
	if (t == 0 && g == 0)
		remember();
}

void main() {
	t = gl_LocalInvocationID.x;
	g = workgroup();
	k = gl_NumWorkGroups.x;
	s = search;
	if (paused())
		return;
	if (t == 0) {
		counts[0] = NONE;
		heavy_count[0] = heavy_edges[0] = 0;
		sums[0] = sums[1] = NOTHING_TOLD;
		in_vain = false;
	}
	barrier();
	near_now = 0;
	far_now = k == 1 ? s.far : 0;
	least_far_now = s.least_far;
	bool backlog = s.mode == SIFT, shared_out = false, leaving = false; // what was sifted for has yet to be taken
	uint bits = 0;
	for (uint round = 0; round < MOST_ROUNDS && !leaving; round++) {
		uint after = turn == 2 ? 0 : turn + 1;
		if (t == gl_WorkGroupSize.x - 1) { // it has an entry less often
			counts[after] = NONE;
			heavy_count[after] = heavy_edges[after] = 0;
		}
		least_next = least_far = UNREACHED;
		bool entering = round == 0, dry = s.mode == SIFT || s.near < s.rho && s.far > 0;
		if (dry && !backlog)
			move_on();
		if (entering && k > 1)
			sift(0, 1, k, g);
		else if (shared_out)
			sift(0, k, k, g);
		else if (dry)
			sift(g, 1, 1, 0);
		if (entering)
			enter();
		if (entering || shared_out || dry) {
			backlog = false;
			barrier();
			near_now = min(near_now + HERE.dealt, NEAR_HERE);
		}
		s.mode = RELAX;
		relax_all();
		if (k > 1)
			exchange(round);
		if (in_vain)
			break;
		Sum sum = told_by_all(round);
		bits = sum.bits;
		decide(sum);
		backlog = backlog || (bits & BACKLOG) != 0;
		shared_out = dealing;
		dealing = k > 1 && !dealing && (backlog || sum.most > 2 * sum.near / k + gl_WorkGroupSize.x / PACKED);
		leaving = s.done != 0 || paused() || (bits & (OVERFLOW | TIRED)) != 0 || k == 1 && sum.most > s.alone_most;
		turn = after;
	}
	if (in_vain)
		lost = 1;
	else if ((bits & OVERFLOW) == 0)
		put_back();
	atomicAdd(relaxed, looked_at);
	atomicAdd(shortened, improvements);
	LAST_WORKGROUP(finished)
	if (!is_last)
		return;
	for (uint i = t; i < 2 * k * WORDS && k > 1; i += gl_WorkGroupSize.x)
		told[i & 1][i / 2 / WORDS][i / 2 % WORDS] = 0;
	if (t != 0)
		return;
	finished = 0;
	s.near_side = 0;
	s.far_side ^= uint(k > 1);
	s.next = 0;
	s.least_next = UNREACHED;
	bool failed = lost != 0;
	if (failed) // begin again from what this dispatch began with
		s = search;
	if (failed || (bits & OVERFLOW) != 0) {
		recover();
		if (k > 1)
			s.together = 0; // not again in this search
	}
	lost = 0;
	leave();
}
