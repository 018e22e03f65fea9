#version 450
#extension GL_GOOGLE_include_directive : require

// Reduces an array of keys to cells, left to right and top to bottom. One invocation owns a cell
// and takes the first of its keys, because the mean of unsorted keys would look like a sorted
// array.
#include "invocation.glsl"
#include "sort_view.glsl"

layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) readonly buffer Before { uint before[]; }; // before the last step
layout(std430, binding = 2) writeonly buffer Cells { uvec2 cells[]; }; // level, tint

void main() {
	uint c = invocation();
	uint i = scaled(c);
	if (c >= columns * rows || i >= count)
		return;
	uvec2 order = ORDER_AT(keys, i);
	cells[c] = uvec2(level_of(order), tint_of(order, tint == TINT_MOVED && order != ORDER_AT(before, i)));
}
