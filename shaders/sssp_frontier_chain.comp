#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"
#include "last.glsl"
#include "subgroup.glsl"
#define QUEUE_ACCESS
#include "frontier.glsl"

// Many workgroups make one pass: the second tier of a frontier search. One
// invocation owns one entry; the last workgroup decides on the next pass.
void main() {
	if (paused())
		return;
	pass(invocation(), gl_NumWorkGroups.x * gl_NumWorkGroups.y * gl_WorkGroupSize.x);
	LAST_WORKGROUP(state.finished)
	if (is_last && gl_LocalInvocationID.x == 0) {
		state.finished = 0;
		decide();
		order();
	}
}
