#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"
#include "last.glsl"
#include "subgroup.glsl"
#define CONTROL 4
#define CONTROL_ACCESS coherent
#include "sssp_append.glsl"

// Begins a bucket: distributes the far queue to the near queue and the other half of the far queue.
// One invocation owns one entry. A bit set, empty before, drops entries of nodes that already have
// one. Entries of nodes that came near and were relaxed in the previous bucket are dropped too.
// Distances are only read, so only the choice among a node's entries, made by the set, depends on
// the order of invocations.
//
// After a round in which a queue was full, an invocation owns a node instead and keeps each node
// that may have been omitted: both queues are rebuilt, and no node is in them twice.
layout(std430, binding = 0) readonly buffer Dist { uint dist[]; };
layout(std430, binding = 1) coherent buffer NearQueue { uint near_queue[]; };
layout(std430, binding = 2) coherent buffer FarQueue { uint far_queue[]; };
layout(std430, binding = 3) buffer MetSet { uint met_set[]; };

void close() {
	uint half_near = near_queue.length() / 2, half_far = far_queue.length() / 2, side = far_side;
	uint near_end = (1 + near_side) * half_near - 1, far_end = (2 - side) * half_far - 1, used_end = (1 + side) * half_far - 1;
	uint low = dropped_low, sum = low + dropped, far_entries = far_queue[far_end];
	near = near_queue[near_end];
	far = far_entries;
	dropped_low = sum;
	dropped_high += uint(sum < low);
	dropped = 0;
	far_queue[used_end] = 0;
	far_side = 1 - side;
	compacting = 0;
	if (begin_bucket(target == NO_NODE ? UNREACHED : dist[target]))
		order_compaction(COMPACT_FAR, far_entries);
}

void main() {
	uint near_at = near_side * (near_queue.length() / 2), far_at = far_side * (far_queue.length() / 2), kept_at = far_queue.length() / 2 - far_at;
	uint near_end = near_at + near_queue.length() / 2 - 1, kept_end = kept_at + far_queue.length() / 2 - 1;
	uint i = invocation(), v = i, lowest_near = UNREACHED, lowest_far = UNREACHED;
	bool to_near = false, to_far = false, drop = false;
	if (i < sifting) {
		bool waits = true;
		if (compacting == COMPACT_FAR) {
			v = far_queue[far_at + i];
			uint bit = 1u << (v & 31);
			waits = (atomicOr(met_set[v >> 5], bit) & bit) == 0;
		}
		uint d = dist[v];
		waits = waits && d >= settled && d != UNREACHED;
		to_near = waits && d < threshold;
		to_far = waits && d >= threshold;
		drop = compacting == COMPACT_FAR && !waits;
		if (to_near)
			lowest_near = d;
		if (to_far)
			lowest_far = d;
	}
	uint slot = 0; // never beyond the end: each half has room for all nodes, and each is kept at most once
	CLAIM(near_queue[near_end], uint(to_near), slot)
	if (to_near)
		near_queue[near_at + slot] = v;
	CLAIM(far_queue[kept_end], uint(to_far), slot)
	if (to_far)
		far_queue[kept_at + slot] = v;
	ADD(dropped, uint(drop))
	LOWER(min_near, lowest_near)
	LOWER(min_far, lowest_far)

	LAST_WORKGROUP(finished)
	if (is_last && gl_LocalInvocationID.x == 0)
		close();
}
