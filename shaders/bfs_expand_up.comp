#version 450
#extension GL_GOOGLE_include_directive : require
#define JOINT 5
#define COUNTERS 6
#include "bfs_expand.glsl"

// Expands a level bottom-up. One invocation owns a word of a node's row and reads the words of the
// nodes that lead to it, until all searches that have not seen the node have found it. share
// invocations divide the edges. An invocation walks at most 32,768 edges in all its turns.
//
// Races are harmless: bits are only set.
layout(std430, binding = 0) readonly buffer First { uint first[]; };
layout(std430, binding = 1) readonly buffer Tail { uint tail_of[]; };
layout(std430, binding = 2) readonly buffer Seen { uint seen[]; };
layout(std430, binding = 3) readonly buffer Frontier { uint visit[]; };
layout(std430, binding = 4) buffer Reached { uint reached[]; };

void main() {
	begin_counters();
	uint total = nodes * WORDS * share;
	for (uint i = first_turn(); i < total; i += all_invocations()) {
		uint word = i % WORDS, part = i / WORDS % share, v = i / WORDS / share;
		uint at = v * WORDS + word, wanted = searching[word] & ~seen[at], fresh = 0, walked = 0;
		if (wanted == 0)
			continue;
		for (uint e = first[v] + part, end = first[v + 1]; e < end && fresh != wanted; e += share) {
			fresh |= visit[tail_of[e] * WORDS + word] & wanted;
			walked++;
		}
		count(walked);
		if (fresh == 0)
			continue;
		if (share == 1)
			reached[at] = fresh;
		else
			atomicOr(reached[at], fresh);
	}
	end_counters();
}
