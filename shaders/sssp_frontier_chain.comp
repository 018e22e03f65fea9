#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"
#include "last.glsl"
#define TURN 0
#include "frontier.glsl"

// Makes one pass of a frontier search with many workgroups, for frontiers of any size and for rare
// cases. One invocation owns one edge of an entry's record, or one entry to distribute. The last
// workgroup chooses the next pass.
void put_next(uvec2 entry) {
	uint slot = s.next + atomicAdd(blocks[0].tally.next, 1);
	if (slot < capacity())
		near_queue[(1 - s.near_side) * capacity() + slot] = entry;
	else
		blocks[0].tally.overflow = 1;
	least_next = min(least_next, entry.y);
}

// RELAX appends to the far queue; the other passes rebuild it.
void put_far(uvec2 entry) {
	uint slot = (s.mode == RELAX ? s.far : 0) + atomicAdd(blocks[0].tally.far, 1);
	uint side = s.mode == SIFT ? 1 - s.far_side : s.far_side;
	if (slot < capacity())
		far_queue[side * capacity() + slot] = entry;
	else
		blocks[0].tally.overflow = 1;
	least_far = min(least_far, entry.y);
}

// Relaxes the near queue. PACKED invocations share an entry, one for each edge of its record. If
// the node has more edges, the last invocation relaxes the others.
void relax(uint first, uint stride) {
	for (uint i = first; i < PACKED * s.near; i += stride) {
		uvec2 entry = near_queue[s.near_side * capacity() + i / PACKED];
		uvec4 pair = records[entry.x][i % PACKED / 2];
		uvec2 edge = i % 2 == 0 ? pair.xy : pair.zw;
		if (edge.x == NO_NODE || dist[entry.x] != entry.y)
			continue;
		if (i % PACKED == PACKED - 1 && (edge.x & MANY) != 0)
			relax_others(entry, edge.x & ~MANY, edge.y);
		else
			relax_edge(edge, entry.y);
	}
}

// Distributes the live entries of the far queue, or all nodes that may still need work, by the
// threshold.
void deal(uint first, uint stride) {
	bool sift = s.mode == SIFT;
	uint in_at = s.far_side * capacity(), count = sift ? s.far : dist.length();
	for (uint i = first; i < count; i += stride) {
		uvec2 entry = sift ? far_queue[in_at + i] : uvec2(i, 0);
		uint d = dist[entry.x];
		bool live = sift ? d == entry.y : d >= s.settled && d != UNREACHED;
		if (live && d < s.threshold)
			put_next(uvec2(entry.x, d));
		else if (live)
			put_far(uvec2(entry.x, d));
	}
}

// Chooses the next pass from the counters of this one. target_dist is the distance of the target at
// the end of the pass, or an earlier one.
void decide(uint target_dist) {
	Tally tally = blocks[0].tally;
	s.next += tally.next;
	s.least_next = min(s.least_next, tally.least_next);
	s.far = tally.far + (s.mode == RELAX ? s.far : 0);
	s.least_far = s.mode == RELAX ? min(s.least_far, tally.least_far) : tally.least_far;
	if (s.mode == RELAX)
		s.round++;
	if (s.mode == SIFT)
		s.far_side ^= 1;
	if (tally.overflow != 0) {
		recover();
		return;
	}
	if (s.next < s.rho && s.far > 0) {
		move_on();
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
	s.done = uint(s.near == 0 || target_dist <= s.settled);
	remember();
}

shared uint looked_at_here, improvements_here;

void main() {
	s = blocks[0].search;
	if (paused())
		return;
	if (gl_LocalInvocationID.x == 0)
		heavy_count[0] = heavy_edges[0] = looked_at_here = improvements_here = 0;
	barrier();
	least_next = least_far = UNREACHED;
	uint stride = gl_NumWorkGroups.x * gl_NumWorkGroups.y * gl_WorkGroupSize.x;
	if (s.mode == RELAX)
		relax(invocation(), stride);
	else
		deal(invocation(), stride);
	barrier();
	relax_heavy();
	if (s.target != NO_NODE) // settled is only needed for a target
		LOWER(blocks[0].tally.least_next, least_next);
	LOWER(blocks[0].tally.least_far, least_far);
	atomicAdd(looked_at_here, looked_at);
	atomicAdd(improvements_here, improvements);
	barrier();
	if (gl_LocalInvocationID.x == 0) {
		atomicAdd(blocks[0].relaxed, looked_at_here);
		atomicAdd(blocks[0].shortened, improvements_here);
	}
	LAST_WORKGROUP(blocks[0].finished)
	if (!is_last || gl_LocalInvocationID.x != 0)
		return;
	decide(s.target == NO_NODE ? UNREACHED : dist[s.target]);
	blocks[0].tally = NOTHING_YET;
	store();
	order();
}
