#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"
#include "subgroup.glsl"
#define ALONE
#define QUEUE_ACCESS
#include "frontier.glsl"

// One workgroup makes pass after pass by itself, with the counters in shared
// memory: the first tier of a frontier search, for frontiers of up to a few
// thousand nodes. It leaves when the search is done or to be looked at, when the
// frontier has grown too large for it, or when it has run for long enough.

// Software devices stop an invocation after 65,535 iterations, and displays wait
// for no kernel: so many, and the next dispatch goes on. A pass costs fewer than
// ALONE_PASS iterations for each entry of an invocation, and what heavy nodes
// need besides.
const uint ENOUGH = 12000, ALONE_PASS = 3 * FEW, ENOUGH_PASSES = 6000;

shared bool leaving;

void main() {
	uint t = gl_LocalInvocationID.x;
	if (t == 0) {
		S = state;
		S.spent = 0;
		leaving = paused();
	}
	barrier();
	for (uint passes = 0; passes < ENOUGH_PASSES && !leaving; passes++) {
		pass(t, gl_WorkGroupSize.x);
		memoryBarrierBuffer();
		barrier();
		if (t == 0) {
			S.spent += (work() / gl_WorkGroupSize.x + 1) * ALONE_PASS + min(heavy_edges, 2 * HEAVY_EDGES * gl_WorkGroupSize.x) / gl_WorkGroupSize.x;
			decide();
			leaving = S.done != 0 || paused() || work() > S.alone_most || S.spent > ENOUGH;
		}
		barrier();
	}
	if (t == 0) {
		state = S;
		order();
	}
}
