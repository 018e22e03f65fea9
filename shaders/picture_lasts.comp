#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"
#include "picture.glsl"

// Finds the list of each tile among unsorted pairs. The pairs of a tile are anywhere, so it gets a
// single one: its last complete fill, which is the topmost element without the fills below it and
// the clips around it. One invocation owns a pair. Maxima do not depend on the order of
// invocations. Tiles without such pairs keep their zeros.
layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) readonly buffer Payload { uint payload[]; };
layout(std430, binding = 2) readonly buffer Count { uint count; };
layout(std430, binding = 3) readonly buffer Steps { uvec4 steps[]; };
layout(std430, binding = 4) buffer Ranges { uint ranges[]; }; // first and end

void main() {
	uint i = first + invocation();
	if (i >= count || (steps[payload[i]].x & (FRESH | KIND_MASK)) != (FRESH | FILL))
		return;
	atomicMax(ranges[2 * keys[i]], i);
	atomicMax(ranges[2 * keys[i] + 1], i + 1);
}
