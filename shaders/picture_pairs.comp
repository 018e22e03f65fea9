#version 450
#extension GL_GOOGLE_include_directive : require

// Writes a key for each pair of an element and a tile: the tile; the payload is the
// element. One invocation owns a pair, and finds its element by the sums of counts.
// Pairs come in painting order, and a stable sort keeps it within each tile.
layout(std430, binding = 0) readonly buffer Elements { uvec4 elements[]; };
layout(std430, binding = 1) readonly buffer Links { uint links[]; };
layout(std430, binding = 2) readonly buffer Depths { uint depths[]; };
layout(std430, binding = 3) readonly buffer Resolved { vec4 resolved[]; };
layout(std430, binding = 4) readonly buffer Firsts { uint firsts[]; }; // pairs before each element, and all
layout(std430, binding = 5) writeonly buffer Keys { uint keys[]; };
layout(std430, binding = 6) writeonly buffer Payload { uint payload[]; };
layout(std430, binding = 7) writeonly buffer Count { uint count; };

#include "picture_bins.glsl"

void main() {
	uint i = invocation(), all = min(firsts[elements_count], room);
	if (i == 0)
		count = all;
	if (i >= all)
		return;
	uint low = 0, high = elements_count; // firsts[low] <= i < firsts[high]
	while (high - low > 1) {
		uint e = (low + high) / 2;
		if (firsts[e] <= i)
			low = e;
		else
			high = e;
	}
	uvec4 t = tiles_of_element(low);
	uint k = i - firsts[low], across = t.z - t.x;
	keys[i] = (t.y + k / across) * columns + t.x + k % across;
	payload[i] = low;
}
