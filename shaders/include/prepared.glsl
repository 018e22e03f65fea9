// What the kernels of prepared trees share. A front is a separator: its nodes X, with the
// boundary B, the nodes of fronts above it that the part below touches. Its lengths are a
// square of x + b rows, first those of X: row i and column j hold the length from i to j.
#ifndef PREPARED_GLSL
#define PREPARED_GLSL
#include "invocation.glsl"
#include "prepared_limits.glsl"

const uint SIDE = 32; // of a tile of lengths, and a team of invocations that share a row

struct Front {
	uint base;     // first of its lengths
	uint x;        // nodes of X
	uint b;        // nodes of B
	uint stride;   // from a row of lengths to the next one
	uint row;      // of its first node
	uint offset;   // of its first node on the path from the root
	uint boundary; // where its part of the lists of boundaries begins
	uint parent;
	uint kid;      // first of its children
	uint kids;
	uint arc;      // first of its edges
	uint arcs;
	uint pre;      // fronts in preorder: itself
	uint end;      // and the end of its subtree
	uint depth;
	uint below;    // nodes of its subtree
};

layout(std430, binding = 0) readonly buffer Fronts { Front fronts[]; };

#endif
