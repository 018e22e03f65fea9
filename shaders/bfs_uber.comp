#version 450
#extension GL_GOOGLE_include_directive : require
#define JOINT 6
#define MEETING 10
#define DOWN_INVOCATIONS (frontier * WORDS * share)
#include "bfs_close.glsl"
#include "subgroup.glsl"
#include "meet.glsl"

// Searches by rows in one dispatch, all levels: the "uber shader" of T. Dreef's thesis.
// The workgroups of the dispatch take the work of a phase in turns, and meet in a barrier after each: a
// level is expanded, the next joint frontier is identified, pairs are answered. Between two barriers the
// phases do the work of bfs_expand, bfs_ms_merge, with a queue, and bfs_convert.
//
// The host bounds an invocation's rounds to 65,535 where devices need it: of work by the number of
// levels, of waiting by looks. After a barrier that was given up the state is between two levels, and no
// further dispatch does anything.
layout(std430, binding = 0) readonly buffer First { uint first[]; };
layout(std430, binding = 1) readonly buffer Head { uint head[]; };
layout(std430, binding = 2) coherent buffer Seen { uint seen[]; };
layout(std430, binding = 3) coherent buffer Frontier { uint visit[]; };
layout(std430, binding = 4) coherent buffer Reached { uint reached[]; };
layout(std430, binding = 5) coherent buffer Queue { uint queue[]; };
layout(std430, binding = 7) readonly buffer Pairs { uvec2 pair[]; }; // destination, column
layout(std430, binding = 8) buffer Lengths { uint lengths[]; };
layout(std430, binding = 9) buffer Counts { uint counts[]; }; // open pairs of each column
#include "bfs_convert.glsl"
#include "bfs_merge.glsl"
#include "bfs_walk.glsl"

shared bool searches_on;

uint all_invocations() { return gl_NumWorkGroups.x * gl_NumWorkGroups.y * gl_WorkGroupSize.x; }

void expand() {
	uint total = frontier * WORDS * share;
	for (uint i = invocation(); i < total; i += all_invocations()) {
		uint word = i % WORDS, u = queue[i / WORDS / share], searches = visit[u * WORDS + word];
		if (searches != 0)
			walk(u, word, i / WORDS % share, searches);
	}
}

// An invocation owns a node and its whole row. All invocations of a workgroup take their turns together.
void identify() {
	uint all = nodes;
	for (uint from = workgroup() * gl_WorkGroupSize.x; from < all; from += all_invocations()) {
		uint v = from + gl_LocalInvocationID.x, served = 0, waits = 0, slot = 0;
		if (v < all)
			served = merge_row(v, waits);
		uint degree = v < all ? first[v + 1] - first[v] : 0;
		ADD(queued_edges, served != 0 ? degree : 0)
		ADD(waiting_edges, waits != 0 ? degree : 0)
		if (served != 0 && atomicAdd(served_low, served) + served < served)
			atomicAdd(served_high, 1);
		CLAIM(queued, uint(served != 0), slot)
		if (served != 0)
			queue[slot] = v;
	}
}

void convert() {
	uint all = pairs;
	for (uint i = invocation(); i < all; i += all_invocations())
		answer(first_pair + i);
}

void main() {
	uint levels = most, barriers = 0;
	for (uint done = 0; done < levels; done++) {
		if (gl_LocalInvocationID.x == 0)
			searches_on = open != 0 && frontier != 0 && atomicAdd(given_up, 0) == 0;
		barrier();
		if (!searches_on)
			return;
		expand();
		MEET(barriers + 1, )
		if (!goes_on)
			return;
		identify();
		MEET(barriers + 2, close())
		if (!goes_on)
			return;
		convert();
		MEET(barriers + 3, )
		if (!goes_on)
			return;
		barriers += 3;
	}
}
