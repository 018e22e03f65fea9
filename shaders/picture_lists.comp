#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"
#include "picture.glsl"

// Finds the beginning and the end of each tile's list among the sorted pairs. One invocation owns a
// pair. Tiles without pairs keep their zeros.
layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) readonly buffer Count { uint count; };
layout(std430, binding = 2) writeonly buffer Ranges { uint ranges[]; }; // first and end

void main() {
	uint i = first + invocation();
	if (i >= count)
		return;
	uint tile = keys[i];
	if (i == 0 || keys[i - 1] != tile)
		ranges[2 * tile] = i;
	if (i + 1 == count || keys[i + 1] != tile)
		ranges[2 * tile + 1] = i + 1;
}
