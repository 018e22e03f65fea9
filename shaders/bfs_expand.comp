#version 450
#extension GL_GOOGLE_include_directive : require
#define JOINT 6
#define COUNTERS 7
#include "bfs_expand.glsl"

// Expands the joint frontier top-down. A team of WORDS consecutive invocations owns a row, one word
// each, so that their accesses are contiguous; share teams divide the edges of a node. An
// invocation walks at most 32,768 edges in all its turns.
layout(std430, binding = 0) readonly buffer First { uint first[]; };
layout(std430, binding = 1) readonly buffer Head { uint head[]; };
layout(std430, binding = 2) readonly buffer Seen { uint seen[]; };
layout(std430, binding = 3) readonly buffer Frontier { uint visit[]; };
layout(std430, binding = 4) buffer Reached { uint reached[]; };
layout(std430, binding = 5) readonly buffer Queue { uint queue[]; };
#include "bfs_walk.glsl"

void main() {
	begin_counters();
	uint total = frontier * WORDS * share;
	for (uint i = first_turn(); i < total; i += all_invocations()) {
		uint word = i % WORDS, part = i / WORDS % share, u = queue[i / WORDS / share], searches = visit[u * WORDS + word];
		if (searches != 0)
			count(walk(u, word, part, searches));
	}
	end_counters();
}
