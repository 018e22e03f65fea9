// Declarations shared by both kernels of the appending search.
#ifndef SSSP_APPEND_GLSL
#define SSSP_APPEND_GLSL
#include "sssp_control.glsl"

const uint COMPACT_FAR = 1; // a bucket begins: distribute the far queue
const uint COMPACT_ALL = 2; // a queue was full: distribute all nodes

// Requests a compaction of entries or of all nodes.
void order_compaction(uint what, uint entries) {
	compacting = what;
	sifting = entries;
	uvec3 groups = groups_for(entries, gl_WorkGroupSize.x);
	sift_groups[0] = groups.x;
	sift_groups[1] = groups.y;
	sift_groups[2] = groups.z;
}

#endif
