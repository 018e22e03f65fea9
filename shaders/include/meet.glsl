// A barrier for all workgroups of a dispatch, in software. It needs workgroups that run together, which
// Vulkan does not promise: where one waits for another that begins when it has ended, nobody comes. So a
// workgroup gives up after a number of looks, and all others with it.
#ifndef MEET_GLSL
#define MEET_GLSL

layout(std430, binding = MEETING) coherent buffer Meeting {
	uint arrived;  // workgroups, at all barriers
	uint passed;   // barriers
	uint given_up; // not zero: workgroups that have given up; all others follow
	uint looks;    // of a workgroup that waits, at most
	uint most;     // levels of a dispatch
};

shared bool goes_on;

// MEET waits for all workgroups at barrier number, from 1. The last to arrive runs work, alone, with
// everything that the others wrote. goes_on is false if the barrier was given up. The whole workgroup
// must arrive.
#define MEET(number, work) { \
	memoryBarrierBuffer(); \
	barrier(); \
	if (gl_LocalInvocationID.x == 0) { \
		goes_on = false; \
		uint patience = looks; \
		memoryBarrierBuffer(); /* passes on what the others of the workgroup have released */ \
		if (atomicAdd(given_up, 0) == 0) { \
			if (atomicAdd(arrived, 1) + 1 == (number) * gl_NumWorkGroups.x * gl_NumWorkGroups.y) { \
				memoryBarrierBuffer(); \
				work; \
				memoryBarrierBuffer(); \
				atomicAdd(passed, 1); \
				goes_on = true; \
			} \
			for (uint look = 0; look < patience; look++) { \
				if (goes_on || atomicAdd(passed, 0) >= (number)) { \
					goes_on = true; \
					break; \
				} \
				if (atomicAdd(given_up, 0) != 0) \
					break; \
			} \
		} \
		memoryBarrierBuffer(); \
		if (!goes_on) \
			atomicAdd(given_up, 1); \
	} \
	barrier(); \
	memoryBarrierBuffer(); \
}

#endif
