#version 450
#extension GL_GOOGLE_include_directive : require

// Writes a key for each pair of a step and a tile: the key is the tile, the payload the step. One
// invocation owns a pair and finds its step by the sums of counts. Pairs are in painting order,
// which a stable sort preserves within each tile.
layout(std430, binding = 0) readonly buffer Owners { uint owners[]; };
layout(std430, binding = 1) readonly buffer Depths { uint depths[]; };
layout(std430, binding = 2) readonly buffer Resolved { vec4 resolved[]; };
layout(std430, binding = 3) readonly buffer Firsts { uint firsts[]; }; // number of pairs before each step, and of all pairs
layout(std430, binding = 4) writeonly buffer Keys { uint keys[]; };
layout(std430, binding = 5) writeonly buffer Payload { uint payload[]; };
layout(std430, binding = 6) writeonly buffer Count { uint count; };

#include "picture_bins.glsl"

void main() {
	uint i = first + invocation(), all = min(firsts[steps_count], room);
	if (i == 0)
		count = all;
	if (i >= all)
		return;
	uint low = 0, high = steps_count; // firsts[low] <= i < firsts[high]
	while (high - low > 1) {
		uint s = (low + high) / 2;
		if (firsts[s] <= i)
			low = s;
		else
			high = s;
	}
	uvec4 t = tiles_of(low);
	uint k = i - firsts[low], across = t.z - t.x;
	keys[i] = (t.y + k / across) * columns + t.x + k % across;
	payload[i] = low;
}
