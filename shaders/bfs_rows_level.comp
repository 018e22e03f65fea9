#version 450
#extension GL_GOOGLE_include_directive : require
#define STATE 4
#include "bfs_rows.glsl"

// Computes one level of a sweep on a graph with hubs, bottom-up: the new row of a node is the union
// of its old row and those of its neighbours. Rows contain the seen searches, not the frontier; the
// result is the same, and a row with all columns that still search ends the loop. Nodes are ordered
// by decreasing degree. Each of the first hubs has its own workgroup; each other node has LANES
// invocations.
//
// There are no races: this dispatch does not write what it reads.
layout(std430, binding = 0) readonly buffer First { uint first[]; };
layout(std430, binding = 1) readonly buffer Head { uint head[]; };
layout(std430, binding = 2) readonly buffer Old { uvec4 old[]; };
layout(std430, binding = 3) writeonly buffer Next { uvec4 next[]; };
layout(push_constant) uniform Args {
	uint nodes; // nodes with edges, which come first
	uint hubs;
	uint ahead; // levels after base
};

shared uint row[WORDS];
shared uint grown; // One store per workgroup reports that a row has changed: a store per row to one word would cost more than all the rest.

bool none(uvec4 x) { return (x.x | x.y | x.z | x.w) == 0; }

uvec4 mask_of(uint lane) {
	uint at = 4 * lane;
	return uvec4(searching[at], searching[at + 1], searching[at + 2], searching[at + 3]);
}

// Teams of LANES invocations share the edges of a hub and exchange their results from time to time.
// A hub has at most 2^20 edges, and a workgroup has at least 8 teams, each of which takes 4 edges
// at a time: at most 32,768 rounds.
void hub(uint node) {
	uint t = gl_LocalInvocationID.x, lane = t % LANES, team = t / LANES, teams = gl_WorkGroupSize.x / LANES;
	uvec4 was = old[node * LANES + lane], mask = mask_of(lane), found = was;
	if (team == 0)
		for (uint i = 0; i < 4; i++)
			row[4 * lane + i] = was[i];
	barrier();
	uint end = first[node + 1], round = 0;
	for (uint e = first[node] + team; e < end; e += 4 * teams) {
		uint last = end - 1;
		uint a = head[e], b = head[min(e + teams, last)], c = head[min(e + 2 * teams, last)], d = head[min(e + 3 * teams, last)];
		found |= old[a * LANES + lane] | old[b * LANES + lane] | old[c * LANES + lane] | old[d * LANES + lane];
		if ((++round & 7) == 0)
			for (uint i = 0; i < 4; i++)
				found[i] |= atomicOr(row[4 * lane + i], found[i] & mask[i]);
		if (none(mask & ~found))
			break;
	}
	for (uint i = 0; i < 4; i++) {
		uint fresh = found[i] & mask[i];
		if ((fresh & ~was[i]) != 0)
			atomicOr(row[4 * lane + i], fresh);
	}
	barrier();
	if (team != 0)
		return;
	uvec4 now = uvec4(row[4 * lane], row[4 * lane + 1], row[4 * lane + 2], row[4 * lane + 3]);
	next[node * LANES + lane] = now;
	if (!none(now ^ was))
		grown = 1;
}

// Four rows are loaded together, which hides part of the latency. Nodes that are not hubs have at
// most 4,096 edges.
void plain(uint node, uint lane) {
	uint end = first[node + 1];
	uvec4 was = old[node * LANES + lane], mask = mask_of(lane), found = was;
	if (!none(mask & ~was))
		for (uint e = first[node]; e < end; e += 4) {
			uint last = end - 1;
			uint a = head[e], b = head[min(e + 1, last)], c = head[min(e + 2, last)], d = head[min(e + 3, last)];
			found |= old[a * LANES + lane] | old[b * LANES + lane] | old[c * LANES + lane] | old[d * LANES + lane];
			if (none(mask & ~found))
				break;
		}
	found = was | (found & mask);
	next[node * LANES + lane] = found;
	if (!none(found ^ was))
		grown = 1;
}

void main() {
	uint group = workgroup();
	if (!has_changed(ahead - 1))
		return;
	if (gl_LocalInvocationID.x == 0)
		grown = 0;
	barrier();
	if (group < hubs)
		hub(group);
	else {
		uint i = (group - hubs) * gl_WorkGroupSize.x + gl_LocalInvocationID.x, node = hubs + i / LANES;
		if (node < nodes)
			plain(node, i % LANES);
	}
	barrier();
	if (gl_LocalInvocationID.x == 0 && grown != 0)
		note_change(ahead);
}
