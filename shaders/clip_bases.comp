#version 450
#extension GL_GOOGLE_include_directive : require
#include "clip.glsl"

// Finds, for each partition, the box that cuts the lowest push of its slice and everything above
// it. Round 0 finds the push below the slice and the box that cuts it inside its own partition.
// Each later round continues up to HOPS times at the partition that was reached. Rounds read one half
// of Bases and Chain and write the other. A single workgroup can perform several rounds; with many
// workgroups each round is a dispatch.
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

void begin(uint q) {
	int lowest = partitions[q].w;
	uint node = find_partition(first_leaf + q, first_leaf, lowest), before = node - first_leaf;
	ivec4 box = EVERYTHING;
	if (node != 0)
		box = ordered(slice_boxes[before * partition_size + uint(lowest - 1 - partitions[before].w)]);
	bases[room + q] = ordered(box);
	chain[room + q] = node != 0 ? before : NONE;
}

void go_on(uint q, uint from, uint to) {
	ivec4 box = ordered(bases[from + q]);
	uint next = chain[from + q];
	[[dont_unroll]] for (uint hop = 0; hop < HOPS; hop++)
		if (next != NONE) {
			box = cut(box, ordered(bases[from + next]));
			next = chain[from + next];
		}
	bases[to + q] = ordered(box);
	chain[to + q] = next;
}

void main() {
	uint n = count / partition_size + uint(count % partition_size != 0);
	uint step = gl_NumWorkGroups.x * gl_NumWorkGroups.y * gl_WorkGroupSize.x;
	for (uint round = first_round; round < end_round; round++) { // at most 12 rounds
		for (uint q = invocation(); q < n; q += step) { // the software device has room for 2^16 partitions
			if (round == 0)
				begin(q);
			else
				go_on(q, round % 2 != 0 ? room : 0, round % 2 != 0 ? 0 : room);
		}
		memoryBarrierBuffer();
		barrier();
	}
}
