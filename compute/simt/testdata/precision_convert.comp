#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
void main() {
	uint i = gl_LocalInvocationID.x;
#ifdef RIGHT
	words[i] = uint(exp2(float(i & 7)) + 0.5); // the nearest
#else
	words[i] = uint(exp2(float(i & 7))); // reports result depends on the precision of floats
#endif
}
