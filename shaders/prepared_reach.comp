#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"
#include "prepared_sums.glsl"

// Adds up what sources reach: the number of nodes, the nodes within a limit, the greatest distance,
// and the sum of all distances. LANES / 4 invocations own some tiles; each holds four sources. A
// sweep has stored the distances of fronts with children. Nothing follows from the distances of
// other fronts, so they are computed here and not stored. The host gives an invocation at most
// 30,000 iterations.
//
// Races change nothing: sums and maxima are atomic. Of all additions to the low word of a sum, only
// one that overflows it finds a smaller result, and it adds the carry to the high word.
layout(std430, binding = 6) buffer Reach { uint reach[]; }; // five words for each source, zero before: nodes, nodes within the limit, greatest distance, sum of distances, low word first
layout(push_constant) uniform Args {
	uint count; // tiles
	uint step;  // from a tile of an invocation to its next one
	uint limit;
	uint sources;
	uint first; // index of the first source in Reach
};

const uint WORDS = 5;

shared uint sums[LANES * WORDS];

uvec4 reached, within, farthest, low, high;

// ADD adds what is found of a source to five words.
#define ADD(TO, AT, NODES, WITHIN, FARTHEST, LOW, HIGH) { \
	atomicAdd(TO[AT], NODES); \
	atomicAdd(TO[AT + 1], WITHIN); \
	atomicMax(TO[AT + 2], FARTHEST); \
	uint low_ = LOW, before_ = atomicAdd(TO[AT + 3], low_); \
	atomicAdd(TO[AT + 4], HIGH + (before_ + low_ < before_ ? 1 : 0)); \
}

// Counts the nodes of a tile. The sum of four distances fits a word. Tiles whose nodes are all reached
// or all within the limit are counted together.
void count_in(uint nodes) {
	uvec4 most = uvec4(0);
	[[unroll]] for (uint i = 0; i < 8; i++)
		if (i < nodes)
			most = max(most, best[i]);
	bool is_all = all(lessThan(most, uvec4(UNREACHED))), is_within = is_all && all(lessThanEqual(most, uvec4(limit)));
	if (is_all) {
		reached += nodes;
		farthest = max(farthest, most);
	}
	if (is_within)
		within += nodes;
	[[unroll]] for (uint h = 0; h < 8; h += 4) {
		uvec4 sum = uvec4(0);
		[[unroll]] for (uint i = h; i < h + 4; i++)
			if (i < nodes) {
				uvec4 d = best[i], is_reached = uvec4(1);
				if (!is_all) {
					is_reached = uvec4(lessThan(d, uvec4(UNREACHED)));
					d *= is_reached;
					reached += is_reached;
					farthest = max(farthest, d);
				}
				if (!is_within)
					within += is_reached * uvec4(lessThanEqual(d, uvec4(limit)));
				sum += d;
			}
		low += sum;
		high += uvec4(lessThan(low, sum));
	}
}

void main() {
	uint q = invocation() % SHARE, start = invocation() / SHARE, own = gl_LocalInvocationID.x;
	for (uint w = own; w < LANES * WORDS; w += gl_WorkGroupSize.x)
		sums[w] = 0;
	barrier();
	uvec4 on = fronts_of(q);
	reached = within = farthest = low = high = uvec4(0);
	Tile next = tiles[min(start, count - 1)];
	for (uint t = start < step ? start : count; t < count; t += step) {
		Tile tile = next;
		next = tiles[min(t + step, count - 1)]; // early, to have it when this one is done
		bvec4 is_known = has_climbed(tile, on);
		if (tile.end - tile.pre > 1) { // it has children
			is_known = bvec4(true);
			tile.b = 0;
		}
		find(tile, q, 0, 1);
		if (any(is_known))
			[[unroll]] for (uint i = 0; i < 8; i++)
				if (i < tile.nodes)
					best[i] = mix(best[i], dist[node_of[tile.row + i] * SHARE + q], is_known);
		count_in(tile.nodes);
	}
	for (uint k = 0; k < 4; k++)
		ADD(sums, (4 * q + k) * WORDS, reached[k], within[k], farthest[k], low[k], high[k])
	barrier();
	for (uint lane = own; lane < min(sources, LANES); lane += gl_WorkGroupSize.x) {
		uint at = lane * WORDS;
		if (sums[at] != 0)
			ADD(reach, (first + lane) * WORDS, sums[at], sums[at + 1], sums[at + 2], sums[at + 3], sums[at + 4])
	}
}
