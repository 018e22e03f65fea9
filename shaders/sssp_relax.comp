#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"
#include "last.glsl"
#include "subgroup.glsl"
#define CONTROL 8
#define CONTROL_ACCESS coherent
#include "sssp_control.glsl"

// Relaxes the edges of every node in the near queue. One invocation owns one node; nodes with many
// edges are shared by their workgroup.
//
// Races are harmless: dist is only read, next_dist only decreases to the minimum over all edges,
// and the set lets a single invocation queue each improved node.
layout(constant_id = 1) const uint STALL = 0; // 1: do not follow edges beyond the target's distance

layout(std430, binding = 0) readonly buffer FirstOut { uint first_out[]; };
layout(std430, binding = 1) readonly buffer Head { uint head[]; };
layout(std430, binding = 2) readonly buffer Weight { uint weight[]; };
layout(std430, binding = 3) readonly buffer Dist { uint dist[]; };
layout(std430, binding = 4) buffer NextDist { uint next_dist[]; };
layout(std430, binding = 5) readonly buffer NearQueue { uint near_queue[]; };
layout(std430, binding = 6) writeonly buffer ImprovedQueue { uint improved_queue[]; };
layout(std430, binding = 7) buffer ImprovedSet { uint improved_set[]; };

// An invocation walks this number of edges alone, one bit each. More edges are shared, so that no
// invocation runs 32,768 iterations (software devices stop at 65,535): a node may have 2^20 edges,
// and a workgroup 32 invocations.
const uint ALONE = 32;

struct Heavy { uint first, end, dist; };
shared Heavy heavy[gl_WorkGroupSize.x];
shared uint heavy_count;

uint edges = 0, improvements = 0, stalls = 0; // of this invocation
uint beyond = UNREACHED;                      // edges to this distance or beyond are not followed

// Relaxes edge e of a node at distance d. Reports whether it is the first to improve the edge's
// head in this round.
bool relax(uint e, uint d) {
	uint v = head[e], w = weight[e];
	uint via = d > UNREACHED - w ? UNREACHED : d + w;
	edges++;
	if (via >= dist[v])
		return false;
	if (via >= beyond) {
		stalls++;
		return false;
	}
	improvements++;
	atomicMin(next_dist[v], via);
	uint bit = 1u << (v & 31);
	return (atomicOr(improved_set[v >> 5], bit) & bit) == 0;
}

void enqueue(uint slot, uint v) {
	if (slot < improved_queue.length())
		improved_queue[slot] = v;
	else
		overflow = 1;
}

// Ends the round: adds up counters and sets the grid of sift for the improved nodes. Sift must run
// even without any, to start the next bucket. Scan has its own grid.
void close() {
	uint queued = improved;
	count_round();
	if (STALL != 0)
		count_stalled();
	finished = near = improved = 0;
	sifting = queued;
	uvec3 groups = groups_for(max(1, queued), gl_WorkGroupSize.x);
	sift_groups[0] = groups.x;
	sift_groups[1] = groups.y;
	sift_groups[2] = groups.z;
}

void main() {
	if (gl_LocalInvocationID.x == 0)
		heavy_count = 0;
	if (STALL != 0)
		beyond = target_dist;
	barrier();

	uint i = invocation(), first = 0, end = 0, d = UNREACHED;
	if (i < near) {
		uint u = near_queue[i];
		d = dist[u];
		first = first_out[u];
		end = first_out[u + 1];
		if (end - first > ALONE) {
			heavy[atomicAdd(heavy_count, 1)] = Heavy(first, end, d);
			end = first;
		}
	}
	uint fresh = 0, slot = 0; // nodes to queue, a bit for each edge
	for (uint k = 0; first + k < end; k++)
		fresh |= uint(relax(first + k, d)) << k;
	CLAIM(improved, bitCount(fresh), slot)
	for (; fresh != 0; fresh &= fresh - 1)
		enqueue(slot++, head[first + findLSB(fresh)]);

	barrier();
	for (uint h = 0; h < heavy_count; h++) {
		Heavy node = heavy[h];
		for (uint e = node.first; e < node.end; e += gl_WorkGroupSize.x) {
			uint mine = e + gl_LocalInvocationID.x;
			if (mine < node.end && relax(mine, node.dist)) // bounds that are uniform only by the algorithm, so no subgroup operations
				enqueue(atomicAdd(improved, 1), head[mine]);
		}
	}
	ADD(relaxed, edges)
	ADD(shortened, improvements)
	if (STALL != 0)
		ADD(stalled, stalls)

	LAST_WORKGROUP(finished)
	if (is_last && gl_LocalInvocationID.x == 0)
		close();
}
