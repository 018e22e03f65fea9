// What the kernels share that sweep one tree: a record for each node, since a node has an
// invocation or several of its own.
#ifndef PREPARED_ONE_GLSL
#define PREPARED_ONE_GLSL
#include "invocation.glsl"
#include "prepared_limits.glsl"

struct Node {
	uint column; // first of its lengths
	uint stride; // from a row of lengths to the next one
	uint boundary;
	uint b;
	uint id;
	uint pre; // fronts in preorder: that of the node
	uint end; // and the end of the subtree
	uint unused;
};
layout(std430, binding = 0) readonly buffer Lengths { uint lengths[]; };
layout(std430, binding = 1) readonly buffer Boundary { uint boundary[]; }; // nodes
layout(std430, binding = 2) readonly buffer Nodes { Node nodes[]; };
layout(std430, binding = 3) readonly buffer Query { uvec2 query[]; }; // row of the source, preorder number of its front
layout(std430, binding = 4) DIST_ACCESS buffer Dist { uint dist[]; };

// Four rows of B: their nodes, and their lengths to a node of X.
struct Rows {
	uvec4 of, column;
};

// Loads rows from, from + step and so on of a node's column; past the end it loads the last.
Rows load_rows(Node node, uint from, uint step) {
	Rows rows = Rows(uvec4(0), uvec4(UNREACHED));
	if (node.b > 0) {
		uvec4 j = min(uvec4(from, from + step, from + 2 * step, from + 3 * step), uvec4(node.b - 1)), at = node.column + j * node.stride;
		j += node.boundary;
		rows.of = uvec4(boundary[j.x], boundary[j.y], boundary[j.z], boundary[j.w]);
		rows.column = uvec4(lengths[at.x], lengths[at.y], lengths[at.z], lengths[at.w]);
	}
	return rows;
}

// Returns the least sum of a distance of B and a length, of every step-th row of B. The
// next rows are loaded before the distances of these have arrived, since latency is all
// that such a loop waits for.
uint least_of(Node node, Rows rows, uint from, uint step) {
	uint least = UNREACHED;
	for (uint j = from; j < node.b; j += 4 * step) {
		uvec4 sum = uvec4(dist[rows.of.x], dist[rows.of.y], dist[rows.of.z], dist[rows.of.w]) + rows.column;
		rows = load_rows(node, j + 4 * step, step);
		least = min(min(least, min(sum.x, sum.y)), min(sum.z, sum.w));
	}
	return least;
}

// Reports whether a source has climbed through a node's front; on is the front's number of
// the source.
bool has_climbed(Node node, uint on) { return node.pre <= on && on < node.end; }

#endif
