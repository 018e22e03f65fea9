#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"
#include "prepared_limits.glsl"

// Gathers the distances of some nodes from those of many sources, a row of the table for
// each source. One invocation owns one value; those beside each other read a row of
// distances. A node that no path reaches has the distance that the host knows it by.
layout(constant_id = 1) const uint LANES = 1; // words a node
layout(std430, binding = 0) readonly buffer Dist { uint dist[]; };
layout(std430, binding = 1) readonly buffer Nodes { uint nodes[]; };
layout(std430, binding = 2) writeonly buffer Table { uint table[]; };
layout(push_constant) uniform Args {
	uint first; // of the nodes
	uint columns;
	uint lane;  // of the first source
	uint count; // sources
};

void main() {
	uint i = invocation(), column = i / count, row = i % count;
	if (column >= columns)
		return;
	uint d = dist[nodes[first + column] * LANES + lane + row];
	table[row * columns + column] = d < UNREACHED ? d : 0xffffffffu;
}
