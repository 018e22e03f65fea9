#version 450
#extension GL_GOOGLE_include_directive : require
#define JOINT 1
#include "bfs_joint.glsl"

// Converts the rows of seen searches to lengths. One invocation owns one pair of the sweep. A
// column retires with its last answer, and the sweep with the last answer of all.
layout(std430, binding = 0) readonly buffer Seen { uint seen[]; };
layout(std430, binding = 2) readonly buffer Pairs { uvec2 pair[]; }; // destination, column
layout(std430, binding = 3) buffer Lengths { uint lengths[]; };
layout(std430, binding = 4) buffer Counts { uint counts[]; }; // open pairs of each column

void main() {
	uint p = first_pair + invocation();
	if (invocation() >= pairs || lengths[p] != OPEN)
		return;
	uint v = pair[p].x, column = pair[p].y;
	if ((seen[v * WORDS + (column >> 5)] >> (column & 31) & 1) == 0)
		return;
	lengths[p] = level;
	if (atomicAdd(counts[first_column + column], 0xffffffffu) == 1)
		atomicAnd(searching[column >> 5], ~(1u << (column & 31)));
	if (atomicAdd(open, 0xffffffffu) == 1)
		down_groups[0] = up_groups[0] = identify_groups[0] = convert_groups[0] = 0;
}
