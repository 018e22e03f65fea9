#version 450
#extension GL_GOOGLE_include_directive : require

// Counts the keys of an array by position and value. One invocation owns a key;
// sums do not depend on order.
#include "invocation.glsl"
#include "sort_view.glsl"

layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) readonly buffer Before { uint before[]; };
layout(std430, binding = 2) buffer Cells { uint cells[]; }; // keys, and the sum of their tints unless colours show values; zero before

void main() {
	uint i = invocation();
	if (i >= count)
		return;
	uvec2 order = ORDER_AT(keys, i);
	uint row = rows - 1 - (level_of(order) * rows >> 16); // the greatest at the top
	uint c = 2 * (row * columns + scaled(i));
	atomicAdd(cells[c], 1);
	if (tint != TINT_VALUE) // else the row shows it
		atomicAdd(cells[c + 1], tint_of(order, tint == TINT_MOVED && order != ORDER_AT(before, i)));
}
