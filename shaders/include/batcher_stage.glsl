// One stage of Batcher's odd-even mergesort (Batcher, Sorting networks and their
// applications, 1968; Knuth, The Art of Computer Programming 3, 5.3.4), in its
// iterative form. Runs are merged to runs twice as long by comparators at falling
// distances: first a half of the run, then each time a half of the last.
//
// One invocation owns one comparator. At the first distance it joins each key of
// the first half to its peer in the second. At all others it joins the second
// part of each pair of parts, as long as the distance, to the first part of the
// next pair; the last part of a run has no next pair, and its invocations return.
// The comparators of a stage share no keys, so there is no race.
//
// Keys beyond the n that exist would be infinite: a comparator that reaches there
// would exchange nothing and is left out. So n may be any number.
#include "batcher.glsl"

layout(std430, binding = 0) readonly buffer Count { uint count[]; };
layout(std430, binding = 1) buffer Keys { KEY keys[]; };
layout(std430, binding = 2) buffer Payload { uint payload[]; };
layout(push_constant) uniform Push {
	uint run; // length of the merged runs
	uint stride;
};

void main() {
	uint i = invocation(), half_run = run / 2;
	uint low = spread(i, stride);
	if (stride < half_run) {
		low += stride;
		if ((i & (half_run - 1)) >= half_run - stride)
			return;
	}
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
