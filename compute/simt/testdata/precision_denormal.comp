#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
void main() {
	uint i = gl_LocalInvocationID.x;
#ifdef RIGHT
	float x = uintBitsToFloat(i + 1 << 23);
#else
	float x = uintBitsToFloat(i + 1);
#endif
	words[i] = x + x > 0.0 ? 1 : 2; // reports result depends on the precision of floats
}
