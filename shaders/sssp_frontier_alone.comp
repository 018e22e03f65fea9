#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"
#include "frontier_state.glsl"

// One workgroup makes pass after pass by itself: the first tier of a frontier
// search, for frontiers of up to a few thousand nodes. It leaves when the search
// is done or to be looked at, when the frontier has grown too large for it, or
// when it has run for long enough.
//
// A pass costs two dependent reads and a barrier. The first entries of the near
// queue stay in shared memory, and every invocation keeps the state of the
// search to itself and decides as all others do: only the tally is shared. There
// are three, since a slow invocation may still read the last one while a fast
// one counts in the next, which must be clear by then.
const uint NEAR_HERE = 768; // of two queues: 12 KiB
shared uvec2 near_here[2 * NEAR_HERE];
shared Tally tallies[3];
shared uint target_dist[3]; // when the pass began
uint turn = 0;
#define TURN turn
#define TALLY tallies[turn]
#include "frontier.glsl"

uvec2 near_entry(uint i) {
	return i < NEAR_HERE ? near_here[s.near_side * NEAR_HERE + i] : near_queue[s.near_side * capacity() + i];
}

void store_next(uint slot, uvec2 entry) {
	uint side = 1 - s.near_side;
	if (slot < NEAR_HERE)
		near_here[side * NEAR_HERE + slot] = entry;
	else
		near_queue[side * capacity() + slot] = entry;
}

// Copies the part of the near queue that is kept here, from its buffer or to it.
void fetch(uint side, uint count) {
	for (uint i = gl_LocalInvocationID.x; i < min(count, NEAR_HERE); i += gl_WorkGroupSize.x)
		near_here[side * NEAR_HERE + i] = near_queue[side * capacity() + i];
}

void put_back(uint side, uint count) {
	for (uint i = gl_LocalInvocationID.x; i < min(count, NEAR_HERE); i += gl_WorkGroupSize.x)
		near_queue[side * capacity() + i] = near_here[side * NEAR_HERE + i];
}

// Displays wait for no kernel: after this many passes the next dispatch goes on.
const uint ENOUGH_PASSES = 6000;

// One invocation does, so that all decide by the same numbers: others of the
// workgroup may have come nearer to the target already.
void begin_tally(uint i) {
	tallies[i] = NOTHING_YET;
	heavy_count[i] = heavy_edges[i] = 0;
}

void main() {
	uint t = gl_LocalInvocationID.x;
	s = search;
	if (t == 0)
		begin_tally(0);
	fetch(s.near_side, s.mode == RELAX ? s.near : 0);
	fetch(1 - s.near_side, s.next);
	barrier();
	bool leaving = paused();
	for (uint passes = 0; passes < ENOUGH_PASSES && !leaving; passes++) {
		uint after = turn == 2 ? 0 : turn + 1;
		if (t == gl_WorkGroupSize.x - 1) { // it has an entry less often, and time to wait for a read
			begin_tally(after);
			target_dist[turn] = s.target == NO_NODE ? UNREACHED : dist[s.target];
		}
		pass(t, gl_WorkGroupSize.x);
		decide(tallies[turn], target_dist[turn]);
		leaving = tallies[turn].tired != 0 || s.done != 0 || paused() || work() > s.alone_most;
		turn = after;
		if (t == 0)
			remember();
		if (s.mode != RELAX || s.near > NEAR_HERE) { // what others have stored is read next
			memoryBarrierBuffer();
			barrier();
		}
	}
	put_back(s.near_side, s.mode == RELAX ? s.near : 0);
	put_back(1 - s.near_side, s.next);
	atomicAdd(relaxed, looked_at);
	atomicAdd(shortened, improvements);
	memoryBarrierBuffer();
	barrier();
	if (t == 0)
		leave();
}
