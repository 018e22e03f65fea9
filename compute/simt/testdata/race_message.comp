#version 450
// A message from workgroup 0 to the others: data, then a flag.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Words { uint words[]; };

layout(std430, binding = 1) coherent buffer Flags { uint flag; uint data[]; };
void main() {
	if (gl_LocalInvocationID.x != 0)
		return;
	if (gl_WorkGroupID.x == 0) {
		data[0] = 42;
#ifdef RIGHT
		memoryBarrierBuffer();
#endif
		atomicExchange(flag, 1);
	} else if (atomicOr(flag, 0) == 1) {
#ifdef RIGHT
		memoryBarrierBuffer();
#endif
		words[gl_WorkGroupID.x] = data[0]; // reports data race
	}
}
