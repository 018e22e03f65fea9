#version 450
#extension GL_GOOGLE_include_directive : require
#include "clip.glsl"

// Finds, for each partition, the box that cuts the lowest push of its slice and everything above
// it. Round 0 finds the push below the slice and the box that cuts it inside its own partition, and goes on
// there, as long as that is one of the workgroup's. Each later round continues up to HOPS times at the
// partition that was reached. Rounds read one half of Bases and Chain and write the other. A single
// workgroup can perform several rounds; with many workgroups each round is a dispatch.
layout(std430, binding = 0) readonly buffer Control { uint count; };
layout(std430, binding = 1) readonly buffer Partitions { ivec4 partitions[]; };
layout(std430, binding = 2) readonly buffer Minima { ivec4 minima_vectors[]; };
layout(std430, binding = 3) readonly buffer SliceBoxes { ivec4 slice_boxes[]; };
layout(std430, binding = 4) coherent buffer Bases { ivec4 bases[]; };
layout(std430, binding = 5) coherent buffer Chain { uint chain[]; }; // partitions, or NONE

layout(push_constant) uniform Push {
	uint first_leaf;
	uint partition_size; // elements
	uint room;           // partitions in half of Bases
	uint first_round;
	uint end_round;
};

const uint HOPS = 7; // per round after the first one, which multiplies the distance by HOPS + 1

FIND_BEFORE(find_partition, minima_vectors)

shared ivec4 group_boxes[gl_WorkGroupSize.x];
shared uint group_chain[gl_WorkGroupSize.x];
#define CHAIN_BOXES group_boxes
#define CHAIN_NEXT group_chain
#include "clip_chain.glsl"

void begin(uint q, inout ivec4 box, inout uint next) {
	int lowest = partitions[q].w;
	uint node = find_partition(first_leaf + q, first_leaf, lowest);
	if (node == 0)
		return;
	next = node - first_leaf;
	box = ordered(slice_boxes[next * partition_size + uint(lowest - 1 - partitions[next].w)]);
}

void go_on(uint q, uint from, inout ivec4 box, inout uint next) {
	box = ordered(bases[from + q]);
	next = chain[from + q];
	[[dont_unroll]] for (uint hop = 0; hop < HOPS; hop++)
		if (next != NONE) {
			box = cut(box, ordered(bases[from + next]));
			next = chain[from + next];
		}
}

void main() {
	uint n = count / partition_size + uint(count % partition_size != 0);
	uint step = gl_NumWorkGroups.x * gl_NumWorkGroups.y * gl_WorkGroupSize.x;
	for (uint round = first_round; round < end_round; round++) { // at most 12 rounds
		for (uint first = workgroup() * gl_WorkGroupSize.x; first < n; first += step) { // the software device has room for 2^16 partitions
			uint q = first + gl_LocalInvocationID.x, next = NONE;
			ivec4 box = EVERYTHING;
			if (round == 0) {
				if (q < n)
					begin(q, box, next);
				cut_chain(gl_LocalInvocationID.x, first, box, next);
			} else if (q < n) {
				go_on(q, round % 2 != 0 ? room : 0, box, next);
			}
			if (q < n) {
				uint to = round % 2 != 0 ? 0 : room;
				bases[to + q] = ordered(box);
				chain[to + q] = next;
			}
		}
		memoryBarrierBuffer();
		barrier();
	}
}
