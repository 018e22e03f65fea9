#version 450
#extension GL_KHR_memory_scope_semantics : require
// A message from workgroup 0, whose flag may be loaded late: the load learns of the data when it is executed, so the kernel has no race.
layout(local_size_x = 1) in;
layout(binding = 0) buffer Words { uint words[]; };
layout(binding = 1) coherent buffer Message { uint flag, data; };

void main() {
	uint i = gl_WorkGroupID.x;
	if (i == 0) {
		data = 42;
		memoryBarrierBuffer();
		atomicStore(flag, 1u, gl_ScopeDevice, 0, 0);
		return;
	}
	uint isThere = atomicLoad(flag, gl_ScopeDevice, 0, 0);
	words[2 * i] = i;
	words[2 * i + 1] = i;
	if (isThere == 1) {
		memoryBarrierBuffer();
		words[2 * i] = data;
	}
}
