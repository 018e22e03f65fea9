#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"

// Computes one level of dependencies, beginning with the farthest level (Brandes 2001): the
// dependency of a node is the sum, over its neighbours in the next level, of one plus their
// dependency, times its share of their shortest paths. One invocation owns a node and a column.
// There are no races: only nodes of this level are written, and only nodes of the next one are
// read.
layout(std430, binding = 0) readonly buffer First { uint first[]; };
layout(std430, binding = 1) readonly buffer Head { uint head[]; };
layout(std430, binding = 2) readonly buffer Levels { uint level_of[]; };
layout(std430, binding = 3) readonly buffer Paths { uvec2 paths[]; }; // as written by bfs_paths_weigh
layout(std430, binding = 4) buffer Depend { float depend[]; };
layout(push_constant) uniform Args { uint nodes; uint columns; uint level; };

void main() {
	uint i = invocation(), u = i / columns, column = i % columns;
	if (u >= nodes || level_of[i] != level)
		return;
	float sum = 0;
	for (uint e = first[u], end = first[u + 1]; e < end; e++) {
		uint at = head[e] * columns + column;
		if (level_of[at] == level + 1) {
			int up = int(paths[i].y) - int(paths[at].y); // at most 0: all paths of this node continue to the neighbour
			float share = up < -126 ? 0 : ldexp(uintBitsToFloat(paths[i].x) / uintBitsToFloat(paths[at].x), up);
			sum += share * (1 + depend[at]);
		}
	}
	depend[i] = sum;
}
