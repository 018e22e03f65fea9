#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"
#include "prepared_limits.glsl"

// Adds up what sources reach: the number of nodes, those within a limit, the greatest distance, and
// the sum of all distances. One invocation owns four sources of some nodes, those beside it the same
// nodes of other sources; the host gives it at most 32,768 nodes.
//
// A workgroup adds up in shared memory first: all of its invocations would contend for the words of
// few sources. Races change nothing: sums and maxima are atomic operations, in any order. A sum of two
// words carries where its low word overflows, which one addition notices.
layout(constant_id = 1) const uint LANES = 16; // words a node
layout(std430, binding = 0) readonly buffer Dist { uvec4 dist[]; };
layout(std430, binding = 1) buffer Reach { uint reach[]; }; // five words for each source, zero before: nodes, nodes within the limit, greatest distance, sum of distances, low word first
layout(push_constant) uniform Args {
	uint nodes;
	uint step;  // from a node of an invocation to its next one
	uint limit;
	uint count; // sources
	uint first; // index of the first source in Reach
};

const uint WORDS = 5, QUADS = LANES / 4;

shared uint sums[LANES * WORDS];

// ADD adds what invocations have found of a source to five words.
#define ADD(TO, AT, NODES, WITHIN, FARTHEST, LOW, HIGH) { \
	atomicAdd(TO[AT], NODES); \
	atomicAdd(TO[AT + 1], WITHIN); \
	atomicMax(TO[AT + 2], FARTHEST); \
	uint low_ = LOW, before_ = atomicAdd(TO[AT + 3], low_); \
	atomicAdd(TO[AT + 4], HIGH + (before_ + low_ < before_ ? 1 : 0)); \
}

void main() {
	uint quad = invocation() % QUADS, start = invocation() / QUADS, i = gl_LocalInvocationID.x;
	for (uint w = i; w < LANES * WORDS; w += gl_WorkGroupSize.x)
		sums[w] = 0;
	barrier();
	uvec4 reached = uvec4(0), within = uvec4(0), farthest = uvec4(0), low = uvec4(0), high = uvec4(0);
	if (start < step)
		for (uint v = start; v < nodes; v += step) {
			uvec4 d = dist[v * QUADS + quad], is_reached = uvec4(lessThan(d, uvec4(UNREACHED)));
			d *= is_reached;
			reached += is_reached;
			within += is_reached * uvec4(lessThanEqual(d, uvec4(limit)));
			farthest = max(farthest, d);
			low += d;
			high += uvec4(lessThan(low, d));
		}
	for (uint k = 0; k < 4; k++)
		ADD(sums, (4 * quad + k) * WORDS, reached[k], within[k], farthest[k], low[k], high[k])
	barrier();
	for (uint lane = i; lane < min(count, LANES); lane += gl_WorkGroupSize.x) {
		uint own = lane * WORDS;
		if (sums[own] != 0)
			ADD(reach, (first + lane) * WORDS, sums[own], sums[own + 1], sums[own + 2], sums[own + 3], sums[own + 4])
	}
}
