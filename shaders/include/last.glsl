// Finds the last workgroup of a dispatch, which may then read everything that the others wrote. No
// workgroup waits for another.
#ifndef LAST_GLSL
#define LAST_GLSL

shared bool is_last;

// LAST_WORKGROUP sets is_last. The whole workgroup must arrive. The counter must be coherent and
// zero before the dispatch; the last workgroup clears it.
#define LAST_WORKGROUP(counter) LAST_OF(counter, gl_NumWorkGroups.x * gl_NumWorkGroups.y)

// LAST_OF is like LAST_WORKGROUP, for a given number of workgroups.
#define LAST_OF(counter, groups) { \
	memoryBarrierBuffer(); \
	barrier(); \
	if (gl_LocalInvocationID.x == 0) \
		is_last = atomicAdd(counter, 1) + 1 == (groups); \
	barrier(); \
	memoryBarrierBuffer(); \
}

#endif
