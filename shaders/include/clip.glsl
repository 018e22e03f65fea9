// Declarations shared by the kernels of clips. Elements are words with a kind in the two lowest
// bits. The height before an element is the number of pushes minus the number of pops before it; it
// is negative if pops had nothing to close. The link of an element is the innermost push that is
// open before it: the last earlier element that starts from a smaller height.
//
// A range of elements is, in the bicyclic semigroup, a number of pops of earlier pushes followed by
// a number of pushes that stay open (R. Levien, "The stack monoid revisited", 2021; "Fast GPU
// bounding boxes on tree-structured scenes", 2022). The pushes that stay open after a range are one
// at each height from its lowest height on.
#ifndef CLIP_GLSL
#define CLIP_GLSL
#extension GL_EXT_control_flow_attributes : require
#include "invocation.glsl"

const uint LEAF = 0, PUSH = 1, POP = 2, KIND_MASK = 3;
const uint NONE = 0xffffffffu; // no push is open

// A tree of minima with four children per node: the leaves have the lowest heights of ranges, and
// inner nodes those of several ranges. The root is node 0, and the children of node x are 4x+1 to
// 4x+4. Node v is component (v - 1) % 4 of vector (v - 1) / 4, so a vector holds the children of
// one node. Leaves after the last range are infinitely high.
const int NO_HEIGHT = 0x7fffffff;

// Returns which children of a node are below a height, one bit each.
uint lower(ivec4 v, int height) {
	return uint(v.x < height) | uint(v.y < height) << 1 | uint(v.z < height) << 2 | uint(v.w < height) << 3;
}

int least(ivec4 v) { return min(min(v.x, v.y), min(v.z, v.w)); }

// FIND_BEFORE defines a function that returns the last leaf of a tree of minima before a node that
// is below a height, or 0. It climbs until a node has such a child to its left, and descends there,
// with at most 16 steps each. The loops are not unrolled, because the software device would need
// seconds to compile them.
#define FIND_BEFORE(NAME, VECTORS) \
uint NAME(uint node, uint first_leaf, int height) { \
	uint found = 0; \
	[[dont_unroll]] for (uint level = 0; level < 16; level++) { \
		if (node == 0) \
			break; \
		uint x = (node - 1) / 4; \
		uint left = lower(VECTORS[x], height) & ((1u << (node - 1) % 4) - 1); \
		if (left != 0) { \
			found = 4 * x + 1 + uint(findMSB(left)); \
			break; \
		} \
		node = x; \
	} \
	if (found == 0) \
		return 0; \
	[[dont_unroll]] for (uint level = 0; level < 16; level++) { \
		if (found >= first_leaf) \
			break; \
		found = 4 * found + 1 + uint(findMSB(lower(VECTORS[found], height))); \
	} \
	return found; \
}

// Maps the bits of a float to integers of the same order. Boxes are intersected as such integers,
// so that the result has the same bits on every device, however it treats zeros and subnormal
// numbers. The function is its own inverse.
ivec4 ordered(ivec4 bits) { return bits ^ (bits >> 31 & 0x7fffffff); }

// Returns the intersection of two ordered boxes: left, top, right, bottom.
ivec4 cut(ivec4 a, ivec4 b) { return ivec4(max(a.xy, b.xy), min(a.zw, b.zw)); }

// A box around all boxes: the greatest finite numbers, ordered.
const ivec4 EVERYTHING = ivec4(ivec2(-0x7f800000), ivec2(0x7f7fffff));

#endif
