#version 450
#extension GL_GOOGLE_include_directive : require
#define JOINT 5
#define DOWN_INVOCATIONS (frontier * WORDS * share)
#include "bfs_close.glsl"
#include "last.glsl"
#include "subgroup.glsl"

// Finds the joint frontier of the next level: the nodes reached for the first time. WORDS
// invocations of one workgroup own the words of one row; the first of them queues the node if any
// of them found a new bit. They communicate through bits in shared memory or, with VOTE, by a
// ballot of their subgroup.
layout(std430, binding = 0) readonly buffer First { uint first[]; };
layout(std430, binding = 1) buffer Seen { uint seen[]; };
layout(std430, binding = 2) writeonly buffer Frontier { uint visit[]; };
layout(std430, binding = 3) buffer Reached { uint reached[]; };
layout(std430, binding = 4) buffer Queue { uint queue[]; };

layout(constant_id = 2) const uint VOTE = 1;
const uint BY_SHARED = 1, BY_BALLOT = 2;

const uint ANY = 1, UNFINISHED = 2;
shared uint found[gl_WorkGroupSize.x]; // one per row
shared uint entries, edges, unfinished, searches;

#ifndef NO_SUBGROUPS
// Reports whether any invocation of a row has voted. The row begins at an invocation of the
// subgroup. Rows and subgroups both have a power of two of invocations.
bool heard(uvec4 ballot, uint begin) {
	if (WORDS >= gl_SubgroupSize)
		return ballot != uvec4(0);
	uint part = begin >> 5;
	if (WORDS >= 32)
		return ballot[part] != 0 || WORDS == 64 && ballot[part + 1] != 0;
	return (ballot[part] >> (begin & 31) & ((1u << WORDS % 32) - 1)) != 0;
}
#endif

// Tells the whole row what an invocation has found. The whole workgroup must arrive.
void vote(uint row, uint word, uint mine) {
#ifndef NO_SUBGROUPS
	uint begin = gl_LocalInvocationID.x - gl_SubgroupInvocationID;
	// The invocations of a subgroup should be consecutive, but nothing guarantees it.
	if (VOTE == BY_BALLOT && subgroupBallot(begin != subgroupBroadcastFirst(begin)) == uvec4(0)) {
		uvec4 any = subgroupBallot((mine & ANY) != 0), unfinished = subgroupBallot((mine & UNFINISHED) != 0);
		if (word == 0 || gl_SubgroupInvocationID == 0) {
			uint said = (heard(any, gl_SubgroupInvocationID) ? ANY : 0) | (heard(unfinished, gl_SubgroupInvocationID) ? UNFINISHED : 0);
			if (said != 0)
				atomicOr(found[row], said);
		}
		return;
	}
#endif
	if (mine != 0)
		atomicOr(found[row], mine);
}

void main() {
	uint t = gl_LocalInvocationID.x, word = t % WORDS, row = t / WORDS, rows = gl_WorkGroupSize.x / WORDS;
	uint v = workgroup() * rows + row;
	found[t] = 0;
	if (t == 0)
		entries = edges = unfinished = searches = 0;
	barrier();
	uint served = 0, mine = 0;
	if (v < nodes) {
		uint at = v * WORDS + word, old = seen[at], fresh = reached[at] & searching[word] & ~old;
		if (reached[at] != 0)
			reached[at] = 0;
		visit[at] = fresh;
		if (fresh != 0) {
			seen[at] = old | fresh;
			mine = ANY;
			served = bitCount(fresh);
		}
		if ((searching[word] & ~(old | fresh)) != 0)
			mine |= UNFINISHED;
	}
	vote(row, word, mine);
	ADD(searches, served)
	barrier();
	bool owner = word == 0 && v < nodes, wants = owner && (found[row] & ANY) != 0;
	uint degree = owner ? first[v + 1] - first[v] : 0, slot = 0;
	ADD(edges, wants ? degree : 0)
	ADD(unfinished, owner && (found[row] & UNFINISHED) != 0 ? degree : 0)
	CLAIM(entries, uint(wants), slot)
	barrier();
	if (t == 0 && entries != 0) {
		atomicAdd(queued_edges, edges);
		if (atomicAdd(served_low, searches) + searches < searches)
			atomicAdd(served_high, 1);
		entries = atomicAdd(queued, entries);
	}
	if (t == 0 && unfinished != 0)
		atomicAdd(waiting_edges, unfinished);
	barrier();
	if (wants)
		queue[entries + slot] = v;
	LAST_WORKGROUP(finished)
	if (is_last && t == 0)
		close();
}
