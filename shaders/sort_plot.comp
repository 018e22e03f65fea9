#version 450
#extension GL_GOOGLE_include_directive : require

// Counts the keys of an array by position and value. One invocation owns a key. Sums do not depend
// on the order of invocations.
#include "invocation.glsl"
#include "sort_view.glsl"

layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) readonly buffer Before { uint before[]; };
layout(std430, binding = 2) buffer Cells { uint cells[]; }; // number of keys and, unless colours show values, the sum of their tints; must be zero before

void main() {
	uint i = invocation();
	if (i >= count)
		return;
	uvec2 order = ORDER_AT(keys, i);
	uint row = rows - 1 - (level_of(order) * rows >> 16); // the greatest values are at the top
	uint c = 2 * (row * columns + scaled(i));
	atomicAdd(cells[c], 1);
	if (tint != TINT_VALUE) // otherwise the row shows the value
		atomicAdd(cells[c + 1], tint_of(order, tint == TINT_MOVED && order != ORDER_AT(before, i)));
}
