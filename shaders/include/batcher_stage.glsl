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
// With MAPPING ELEMENTS, one invocation owns one key, as in the article (Parallel
// Sorting on GPU: Part 2, 2023), and only those whose key is the left one of a
// comparator have something to do: half of them at most.
//
// Keys beyond the n that exist would be infinite: a comparator that reaches there
// would exchange nothing and is left out. So n may be any number.
#include "batcher.glsl"

layout(constant_id = 2) const uint MAPPING = 0;

const uint COMPARATORS = 0, ELEMENTS = 1;

layout(std430, binding = 0) readonly buffer Count { uint count[]; };
layout(std430, binding = 1) buffer Keys { KEY keys[]; };
layout(std430, binding = 2) buffer Payload { uint payload[]; };
layout(push_constant) uniform Push {
	uint run; // length of the merged runs
	uint stride;
	uint first; // number of the first invocation, of a stage in several dispatches
};

// Reports whether key i is the left one of a comparator: of the parts of its run, even
// ones are at the first distance and odd ones after it; the last part has no peer.
bool is_left(uint i) {
	uint bits = findMSB(stride), parts = run >> bits, part = i >> bits & parts - 1;
	return part % 2 == uint(parts > 2) && part + 1 < parts;
}

// Finds the left key of comparator i among all pairs of parts, or reports that there is
// none.
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
	if (MAPPING == ELEMENTS ? !is_left(i) : !left_of(i, low))
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
