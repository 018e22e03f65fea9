#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"

// Starts concurrent searches: the source is at distance zero and is the first
// entry of the near queue. One invocation owns one search.
layout(std430, binding = 0) readonly buffer Sources { uint sources[]; };
layout(std430, binding = 1) writeonly buffer Dist { uint dist[]; };
layout(std430, binding = 2) writeonly buffer NearQueue { uvec2 near_queue[]; };

void main() {
	uint q = invocation(), searches = sources.length();
	if (q >= searches)
		return;
	dist[q * (dist.length() / searches) + sources[q]] = 0;
	near_queue[q * (near_queue.length() / searches)] = uvec2(sources[q], 0);
}
