#version 450
#extension GL_GOOGLE_include_directive : require
#define JOINT 5
#include "bfs_joint.glsl"

// Expands a level bottom-up: one invocation owns a word of a node's row and reads
// that of the nodes that lead to it, until all searches that look for the node
// have found it. share invocations divide the edges, at most 32,768 for each.
//
// Races change nothing: bits are only set.
layout(std430, binding = 0) readonly buffer First { uint first[]; };
layout(std430, binding = 1) readonly buffer Tail { uint tail_of[]; };
layout(std430, binding = 2) readonly buffer Seen { uint seen[]; };
layout(std430, binding = 3) readonly buffer Frontier { uint visit[]; };
layout(std430, binding = 4) buffer Reached { uint reached[]; };

void main() {
	uint i = invocation(), word = i % WORDS, part = i / WORDS % share, v = i / WORDS / share;
	if (v >= nodes)
		return;
	uint at = v * WORDS + word, wanted = searching[word] & ~seen[at], fresh = 0;
	if (wanted == 0)
		return;
	for (uint e = first[v] + part; e < first[v + 1]; e += share) {
		fresh |= visit[tail_of[e] * WORDS + word] & wanted;
		if (fresh == wanted)
			break;
	}
	if (fresh == 0)
		return;
	if (share == 1)
		reached[at] = fresh;
	else
		atomicOr(reached[at], fresh);
}
