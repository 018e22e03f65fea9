// What both kernels of the search that appends share.
#ifndef SSSP_APPEND_GLSL
#define SSSP_APPEND_GLSL
#include "sssp_control.glsl"

const uint COMPACT_FAR = 1; // the far queue is distributed: a bucket begins
const uint COMPACT_ALL = 2; // all nodes are: a queue was full

// Orders a compaction of some entries, or of all nodes.
void order_compaction(uint what, uint entries) {
	compacting = what;
	sifting = entries;
	uvec3 groups = groups_for(entries, gl_WorkGroupSize.x);
	sift_groups[0] = groups.x;
	sift_groups[1] = groups.y;
	sift_groups[2] = groups.z;
}

#endif
