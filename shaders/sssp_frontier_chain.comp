#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"
#include "last.glsl"
#define TURN 0
#define TALLY tally
#include "frontier.glsl"

// Many workgroups make one pass: the second tier of a frontier search. One
// invocation owns one edge of an entry's record, or one entry to be dealt out;
// the last workgroup decides on the next pass.
uvec2 near_entry(uint i) { return near_queue[s.near_side * capacity() + i]; }

void store_next(uint slot, uvec2 entry) { near_queue[(1 - s.near_side) * capacity() + slot] = entry; }

shared uint looked_at_here, improvements_here;

void main() {
	s = search;
	if (paused())
		return;
	if (gl_LocalInvocationID.x == 0)
		heavy_count[0] = heavy_edges[0] = looked_at_here = improvements_here = 0;
	barrier();
	pass(invocation(), gl_NumWorkGroups.x * gl_NumWorkGroups.y * gl_WorkGroupSize.x);
	atomicAdd(looked_at_here, looked_at);
	atomicAdd(improvements_here, improvements);
	barrier();
	if (gl_LocalInvocationID.x == 0) {
		atomicAdd(relaxed, looked_at_here);
		atomicAdd(shortened, improvements_here);
	}
	LAST_WORKGROUP(finished)
	if (!is_last || gl_LocalInvocationID.x != 0)
		return;
	finished = 0;
	decide(tally, s.target == NO_NODE ? UNREACHED : dist[s.target]);
	tally = NOTHING_YET;
	remember();
	leave();
}
