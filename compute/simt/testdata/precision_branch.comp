#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
void main() {
	uint i = gl_LocalInvocationID.x;
	float x = float(i * i);
#ifdef RIGHT
	if (x >= 25.0) // exact
#else
	if (sqrt(x) >= 5.0) // reports result depends on the precision of floats
#endif
		words[i] = 1;
}
