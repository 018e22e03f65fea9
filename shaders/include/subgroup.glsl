// Operations of a subgroup, with a plain variant for devices without subgroup operations: kernels
// that include this file are compiled twice. Calls must be in control flow that is uniform in the
// subgroup.
#ifndef SUBGROUP_GLSL
#define SUBGROUP_GLSL

#ifdef NO_SUBGROUPS

// CLAIM gives each invocation a range of the requested length, which begins at slot.
#define CLAIM(counter, wants, slot) { uint w_ = wants; if (w_ != 0) slot = atomicAdd(counter, w_); }
#define ADD(counter, amount) { uint a_ = amount; if (a_ != 0) atomicAdd(counter, a_); }
#define LOWER(counter, value) { uint v_ = value; if (v_ != 0xffffffffu) atomicMin(counter, v_); }

#else

#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require

// CLAIM gives each invocation a range of the requested length, which begins at slot. It needs one
// atomic operation per subgroup.
#define CLAIM(counter, wants, slot) { \
	uint w_ = wants, total_ = subgroupAdd(w_); \
	if (total_ != 0) { \
		uint base_ = 0; \
		if (subgroupElect()) \
			base_ = atomicAdd(counter, total_); \
		slot = subgroupBroadcastFirst(base_) + subgroupExclusiveAdd(w_); \
	} \
}
#define ADD(counter, amount) { uint a_ = subgroupAdd(amount); if (a_ != 0 && subgroupElect()) atomicAdd(counter, a_); }
#define LOWER(counter, value) { uint v_ = subgroupMin(value); if (v_ != 0xffffffffu && subgroupElect()) atomicMin(counter, v_); }

#endif
#endif
