#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
void main() {
	uint i = gl_LocalInvocationID.x;
	float x = sin(float(i) / 32.0);
#ifdef RIGHT
	words[i] = uint(x * 0.5 + 0.75); // 0 below a half and 1 above it, with room
	if (x < 2.0)
		words[i] += 1;
#else
	words[i] = floatBitsToUint(x) & 255; // reports result depends on the precision of floats
#endif
}
