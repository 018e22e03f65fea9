#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Words { float words[]; };
void main() {
	uint i = gl_LocalInvocationID.x;
	float x = 1.0 + float(i) * 0.03125 + words[i], y = x * 1.1;
#ifdef RIGHT
	precise float z = y * y - x;
#else
	float z = y * y - x;
#endif
	words[i] = z; // reports result depends on the precision of floats
}
