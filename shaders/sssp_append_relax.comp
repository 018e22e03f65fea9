#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"
#include "last.glsl"
#include "subgroup.glsl"
#define CONTROL 7
#define CONTROL_ACCESS coherent
#include "sssp_append.glsl"

// Relaxes the edges of every entry of the near queue and, in the same dispatch, appends each
// improved node to the next near queue or to the far queue, as "Two buckets is all you need" does.
// One invocation owns one entry; nodes with many edges are shared by their workgroup.
//
// A queue has two halves, and the last word of each half counts its entries. An edge that shortens
// a distance appends an entry, so a node may have several; the compaction drops duplicates in the
// far queue. Their number depends on the order of invocations, as do intermediate distances, but
// not the final ones: a distance only decreases, to that of a path, and the invocation that
// decreases it appends its node. If a half is full, the entry is omitted, and the last workgroup
// requests a compaction of all nodes instead, which finds the node by its distance.
layout(constant_id = 1) const uint STALL = 0; // 1: do not follow edges beyond the target's distance
layout(constant_id = 2) const uint COUNT = 0; // 1: count entries of nodes that were relaxed before

layout(std430, binding = 0) readonly buffer FirstOut { uint first_out[]; };
layout(std430, binding = 1) readonly buffer Head { uint head[]; };
layout(std430, binding = 2) readonly buffer Weight { uint weight[]; };
layout(std430, binding = 3) coherent buffer Dist { uint dist[]; };
layout(std430, binding = 4) coherent buffer NearQueue { uint near_queue[]; };
layout(std430, binding = 5) coherent buffer FarQueue { uint far_queue[]; };
layout(std430, binding = 6) buffer RelaxedAt { uint relaxed_at[]; }; // distance of each node when it was last relaxed

// As in sssp_relax, the number of edges that an invocation walks alone, two bits each.
const uint ALONE = 32;

struct Heavy { uint first, end, dist; };
shared Heavy heavy[gl_WorkGroupSize.x];
shared uint heavy_count;

uint edges = 0, improvements = 0, stalls = 0, lowest_near = UNREACHED, lowest_far = UNREACHED; // of this invocation
uint beyond = UNREACHED, end_of_bucket;

const uint NOWHERE = 0, TO_NEAR = 1, TO_FAR = 2;

// Relaxes edge e of a node at distance d. Returns the queue for the edge's head.
uint relax(uint e, uint d) {
	uint v = head[e], w = weight[e];
	uint via = d > UNREACHED - w ? UNREACHED : d + w;
	edges++;
	if (via >= beyond) {
		stalls += uint(STALL != 0 && via < dist[v]);
		return NOWHERE;
	}
	if (atomicMin(dist[v], via) <= via)
		return NOWHERE;
	improvements++;
	if (via < end_of_bucket) {
		lowest_near = min(lowest_near, via);
		return TO_NEAR;
	}
	lowest_far = min(lowest_far, via);
	return TO_FAR;
}

void append_near(uint half_at, uint slot, uint v) {
	if (slot < near_queue.length() / 2 - 1)
		near_queue[half_at + slot] = v;
	else
		overflow = 1;
}

void append_far(uint half_at, uint slot, uint v) {
	if (slot < far_queue.length() / 2 - 1)
		far_queue[half_at + slot] = v;
	else
		overflow = 1;
}

// Ends the round. If a queue was full, both are discarded, and all nodes that may need work are
// distributed next.
void close() {
	uint half_near = near_queue.length() / 2, half_far = far_queue.length() / 2, side = near_side;
	uint near_end = (2 - side) * half_near - 1, used_end = (1 + side) * half_near - 1, far_end = (1 + far_side) * half_far - 1;
	uint queued = near_queue[near_end], far_entries = far_queue[far_end], full = overflow;
	count_round();
	if (STALL != 0)
		count_stalled();
	if (COUNT != 0) {
		uint low = repeated_low, sum = low + repeated;
		repeated_low = sum;
		repeated_high += uint(sum < low);
		repeated = 0;
	}
	near_queue[used_end] = 0;
	near_side = 1 - side;
	if (full != 0) {
		overflow = near = far = 0;
		near_queue[near_end] = far_queue[far_end] = 0;
		recoveries++;
		min_near = min_far = UNREACHED;
		finished = relax_groups[0] = 0;
		order_compaction(COMPACT_ALL, dist.length());
		return;
	}
	near = queued;
	far = far_entries;
	if (begin_bucket(target == NO_NODE ? UNREACHED : dist[target]))
		order_compaction(COMPACT_FAR, far_entries);
}

void main() {
	if (gl_LocalInvocationID.x == 0)
		heavy_count = 0;
	if (STALL != 0)
		beyond = target_dist;
	end_of_bucket = threshold;
	barrier();

	uint near_at = near_side * (near_queue.length() / 2), next_at = near_queue.length() / 2 - near_at, far_at = far_side * (far_queue.length() / 2);
	uint near_end = next_at + near_queue.length() / 2 - 1, far_end = far_at + far_queue.length() / 2 - 1;
	uint i = invocation(), first = 0, end = 0, d = UNREACHED, again = 0;
	if (i < near) {
		uint u = near_queue[near_at + i];
		d = dist[u];
		first = first_out[u];
		end = first_out[u + 1];
		if (COUNT != 0)
			again = uint(atomicExchange(relaxed_at[u], d) == d);
		if (end - first > ALONE) {
			heavy[atomicAdd(heavy_count, 1)] = Heavy(first, end, d);
			end = first;
		}
	}
	uint to_near = 0, to_far = 0, slot = 0; // nodes to append, a bit for each edge
	for (uint k = 0; first + k < end; k++) {
		uint to = relax(first + k, d);
		to_near |= uint(to == TO_NEAR) << k;
		to_far |= uint(to == TO_FAR) << k;
	}
	CLAIM(near_queue[near_end], bitCount(to_near), slot)
	for (; to_near != 0; to_near &= to_near - 1)
		append_near(next_at, slot++, head[first + findLSB(to_near)]);
	CLAIM(far_queue[far_end], bitCount(to_far), slot)
	for (; to_far != 0; to_far &= to_far - 1)
		append_far(far_at, slot++, head[first + findLSB(to_far)]);

	barrier();
	for (uint h = 0; h < heavy_count; h++) {
		Heavy node = heavy[h];
		for (uint e = node.first; e < node.end; e += gl_WorkGroupSize.x) {
			uint mine = e + gl_LocalInvocationID.x, to = NOWHERE;
			if (mine < node.end) // bounds that are uniform only by the algorithm, so no subgroup operations
				to = relax(mine, node.dist);
			if (to == TO_NEAR)
				append_near(next_at, atomicAdd(near_queue[near_end], 1), head[mine]);
			if (to == TO_FAR)
				append_far(far_at, atomicAdd(far_queue[far_end], 1), head[mine]);
		}
	}
	ADD(relaxed, edges)
	ADD(shortened, improvements)
	LOWER(min_near, lowest_near)
	LOWER(min_far, lowest_far)
	if (STALL != 0)
		ADD(stalled, stalls)
	if (COUNT != 0)
		ADD(repeated, again)

	LAST_WORKGROUP(finished)
	if (is_last && gl_LocalInvocationID.x == 0)
		close();
}
