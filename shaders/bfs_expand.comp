#version 450
#extension GL_GOOGLE_include_directive : require
#define JOINT 6
#include "bfs_joint.glsl"

// Expands the joint frontier top-down. WORDS invocations beside each other own the
// words of one row, so that they read and write together; share such teams divide
// the edges of a node, at most 32,768 for each.
//
// Races change nothing: bits are only set.
layout(std430, binding = 0) readonly buffer First { uint first[]; };
layout(std430, binding = 1) readonly buffer Head { uint head[]; };
layout(std430, binding = 2) readonly buffer Seen { uint seen[]; };
layout(std430, binding = 3) readonly buffer Frontier { uint visit[]; };
layout(std430, binding = 4) buffer Reached { uint reached[]; };
layout(std430, binding = 5) readonly buffer Queue { uint queue[]; };

void main() {
	uint i = invocation(), word = i % WORDS, part = i / WORDS % share, entry = i / WORDS / share;
	if (entry >= frontier)
		return;
	uint u = queue[entry], searches = visit[u * WORDS + word];
	if (searches == 0)
		return;
	for (uint e = first[u] + part; e < first[u + 1]; e += share) {
		uint at = head[e] * WORDS + word, fresh = searches & ~seen[at];
		if (fresh != 0)
			atomicOr(reached[at], fresh);
	}
}
