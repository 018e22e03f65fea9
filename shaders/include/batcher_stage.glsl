// One stage of Batcher's odd-even mergesort (Batcher, Sorting networks and their applications,
// 1968; Knuth, The Art of Computer Programming 3, 5.3.4) in iterative form. Runs are merged to runs
// of twice the length by comparators at decreasing distances: first half of the run, then always
// half of the previous distance.
//
// One invocation owns one comparator. At the first distance it joins each key of the first half of
// a run to its peer in the second half. At other distances it joins the second part of each pair of
// parts, each as long as the distance, to the first part of the next pair. The last part of a run
// has no next pair, and its invocations return. The comparators of a stage share no keys, so there
// are no races.
//
// With MAPPING ELEMENTS, one invocation owns one key, as in the article (Parallel Sorting on GPU:
// Part 2, 2023). Only invocations whose key is the left one of a comparator have work, at most half
// of them.
//
// Keys beyond the n existing ones would be infinite. A comparator that reaches one would exchange
// nothing, so it is omitted. Hence n may be any number.
#include "batcher.glsl"

layout(constant_id = 2) const uint MAPPING = 0;

const uint COMPARATORS = 0, ELEMENTS = 1;

layout(std430, binding = 0) readonly buffer Count { uint count[]; };
layout(std430, binding = 1) buffer Keys { KEY keys[]; };
layout(std430, binding = 2) buffer Payload { uint payload[]; };
layout(push_constant) uniform Push {
	uint run; // length of the merged runs
	uint stride;
	uint first; // number of the first invocation, for a stage in several dispatches
};

// Reports whether key i is the left one of a comparator, with the names of the article. At the first
// distance these are the even parts of a run, at others the odd ones, except for the last part, which
// has no peer.
bool is_left_index(uint i) {
	uint stride_trailing_zeros = findMSB(stride);
	uint inner_last_idx = (run >> stride_trailing_zeros) - 1;
	uint inner_reminder = uint(inner_last_idx > 1);
	uint inner_i = i >> stride_trailing_zeros & inner_last_idx;
	return (inner_i & 1) == inner_reminder &&
		inner_i < inner_last_idx;
}

// Finds the left key of comparator i among all pairs of parts, or reports that there is none.
bool left_of(uint i, out uint low) {
	uint half_run = run / 2;
	low = spread(i, stride);
	if (stride == half_run)
		return true;
	low += stride;
	return (i & (half_run - 1)) < half_run - stride;
}

void main() {
	uint i = first + invocation(), low = i;
	if (MAPPING == ELEMENTS ? !is_left_index(i) : !left_of(i, low))
		return;
	uint high = low + stride;
	if (high >= count[0])
		return;

	KEY a = keys[low], b = keys[high];
	uint a_value = 0, b_value = 0;
	if (PAYLOAD) {
		a_value = payload[low];
		b_value = payload[high];
	}
	if (!after(rank_of(a), a_value, rank_of(b), b_value))
		return;
	keys[low] = b;
	keys[high] = a;
	if (PAYLOAD) {
		payload[low] = b_value;
		payload[high] = a_value;
	}
}
