#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"
#include "last.glsl"
#include "subgroup.glsl"
#define CONTROL 7
#define CONTROL_ACCESS coherent
#include "sssp_control.glsl"

// Distributes nodes to the near and the far queue by their distance. After a round these are the
// improved nodes, whose new distance counts from here on. When a bucket begins they are the nodes
// of the far queue, without those that were settled after they were queued. One invocation owns one
// node.
layout(std430, binding = 0) coherent buffer Dist { uint dist[]; };
layout(std430, binding = 1) readonly buffer NextDist { uint next_dist[]; };
layout(std430, binding = 2) readonly buffer ImprovedQueue { uint improved_queue[]; };
layout(std430, binding = 3) buffer ImprovedSet { uint improved_set[]; };
layout(std430, binding = 4) writeonly buffer NearQueue { uint near_queue[]; };
layout(std430, binding = 5) buffer FarQueue { uint far_queue[]; }; // two halves
layout(std430, binding = 6) buffer FarSet { uint far_set[]; };

// Requests sift over the far queue when a bucket begins.
void decide() {
	compacting = uint(begin_bucket(target == NO_NODE ? UNREACHED : dist[target]));
	if (compacting == 0)
		return;
	sifting = far;
	far = stale = 0;
	far_side = 1 - far_side;
	uvec3 groups = groups_for(sifting, gl_WorkGroupSize.x);
	sift_groups[0] = groups.x;
	sift_groups[1] = groups.y;
	sift_groups[2] = groups.z;
}

void main() {
	uint half_queue = far_queue.length() / 2;
	uint i = invocation(), v = 0, lowest_near = UNREACHED, lowest_far = UNREACHED;
	bool to_near = false, to_far = false, left_far = false;
	if (i < sifting) {
		v = compacting != 0 ? far_queue[(1 - far_side) * half_queue + i] : improved_queue[i];
		uint word = v >> 5, bit = 1u << (v & 31), d = next_dist[v];
		bool is_far = (far_set[word] & bit) != 0; // only this invocation changes this bit
		if (compacting == 0) {
			dist[v] = d;
			atomicAnd(improved_set[word], ~bit);
		}
		if (d >= threshold) {
			lowest_far = d;
			to_far = (atomicOr(far_set[word], bit) & bit) == 0 || compacting != 0;
		} else if (is_far) {
			atomicAnd(far_set[word], ~bit);
			left_far = compacting == 0; // leaves a stale entry
		}
		to_near = d < threshold && d >= settled;
		if (to_near)
			lowest_near = d;
	}
	uint slot = 0;
	CLAIM(near, uint(to_near), slot)
	if (to_near) {
		if (slot < near_queue.length())
			near_queue[slot] = v;
		else
			overflow = 1;
	}
	CLAIM(far, uint(to_far), slot)
	if (to_far) {
		if (slot < half_queue)
			far_queue[far_side * half_queue + slot] = v;
		else
			overflow = 1;
	}
	ADD(stale, uint(left_far))
	LOWER(min_near, lowest_near);
	LOWER(min_far, lowest_far);

	LAST_WORKGROUP(finished)
	if (is_last && gl_LocalInvocationID.x == 0)
		decide();
}
