#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
// Lanes add to one of two counters each, or one lane adds for all. A compiler may add for all by itself where
// all lanes have one counter.
layout(local_size_x = 64) in;
layout(constant_id = 1) const uint TIMES = 1;
layout(binding = 0) readonly buffer A { uint a[]; };
layout(binding = 1) buffer B { uint b[]; };

void main() {
	uint x = a[gl_GlobalInvocationID.x];
	for (uint k = 0; k < TIMES; k++) {
		uint which = x >> k % 8 & 1;
#ifdef MENDED
		uint ones = subgroupBallotBitCount(subgroupBallot(which == 1)), all = subgroupAdd(1);
		if (subgroupElect()) {
			atomicAdd(b[0], all - ones);
			atomicAdd(b[1], ones);
		}
#else
		atomicAdd(b[which], 1); // here
#endif
	}
}
