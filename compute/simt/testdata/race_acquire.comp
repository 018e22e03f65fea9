#version 450
#extension GL_KHR_memory_scope_semantics : require
// The same by semantics of the atomics: a relaxed load is no acquire.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Words { uint words[]; };

layout(std430, binding = 1) coherent buffer Flags { uint flag; uint data[]; };
void main() {
	if (gl_LocalInvocationID.x != 0)
		return;
	if (gl_WorkGroupID.x == 0) {
		data[0] = 42;
		atomicStore(flag, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
	} else {
#ifdef RIGHT
		uint is = atomicLoad(flag, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire);
#else
		uint is = atomicLoad(flag, gl_ScopeDevice, 0, 0);
#endif
		if (is == 1)
			words[gl_WorkGroupID.x] = data[0]; // reports data race
	}
}
