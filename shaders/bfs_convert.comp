#version 450
#extension GL_GOOGLE_include_directive : require
#define JOINT 1
#include "bfs_joint.glsl"

// Converts the rows of seen searches to lengths. One invocation owns one pair of the sweep.
layout(std430, binding = 0) readonly buffer Seen { uint seen[]; };
layout(std430, binding = 2) readonly buffer Pairs { uvec2 pair[]; }; // destination, column
layout(std430, binding = 3) buffer Lengths { uint lengths[]; };
layout(std430, binding = 4) buffer Counts { uint counts[]; }; // open pairs of each column
#include "bfs_convert.glsl"

void main() {
	if (invocation() < pairs)
		answer(first_pair + invocation());
}
