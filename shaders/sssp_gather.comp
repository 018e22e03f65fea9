#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"

// Gathers the distances of selected nodes in concurrent searches. One invocation owns one node of
// one search.
layout(std430, binding = 0) readonly buffer Dist { uint dist[]; };
layout(std430, binding = 1) readonly buffer Nodes { uint nodes[]; };
layout(std430, binding = 2) writeonly buffer Table { uint table[]; }; // one row per search
layout(push_constant) uniform Args { uint searches; };

void main() {
	uint i = invocation();
	if (i >= searches * nodes.length())
		return;
	uint q = i / nodes.length(), column = i % nodes.length();
	table[i] = dist[q * (dist.length() / searches) + nodes[column]];
}
