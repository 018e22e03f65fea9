#version 450
#extension GL_GOOGLE_include_directive : require
#include "subgroup.glsl"
// Stores the width of each invocation's subgroup and the number of its lanes.
layout(local_size_x_id = 0) in;
layout(binding = 0) writeonly buffer Widths { uint widths[]; };

void main() {
#ifdef NO_SUBGROUPS
	widths[gl_GlobalInvocationID.x] = 1 << 16 | 1;
#else
	widths[gl_GlobalInvocationID.x] = gl_SubgroupSize << 16 | subgroupBallotBitCount(subgroupBallot(true));
#endif
}
