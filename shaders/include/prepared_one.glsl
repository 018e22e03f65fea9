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

// Returns the least sum of a distance of B and a length, of every step-th node of B; four
// are loaded together.
uint least_of(Node node, uint j, uint step) {
	uint least = UNREACHED;
	for (; j < node.b; j += 4 * step) {
		uint last = node.b - 1, j1 = min(j + step, last), j2 = min(j + 2 * step, last), j3 = min(j + 3 * step, last);
		uint n0 = boundary[node.boundary + j], n1 = boundary[node.boundary + j1], n2 = boundary[node.boundary + j2], n3 = boundary[node.boundary + j3];
		uint l0 = lengths[node.column + j * node.stride], l1 = lengths[node.column + j1 * node.stride];
		uint l2 = lengths[node.column + j2 * node.stride], l3 = lengths[node.column + j3 * node.stride];
		least = min(min(least, min(dist[n0] + l0, dist[n1] + l1)), min(dist[n2] + l2, dist[n3] + l3));
	}
	return least;
}

// Reports whether the source has climbed through the node's front.
bool has_climbed(Node node) {
	uint on = query[0].y;
	return node.pre <= on && on < node.end;
}

#endif
