#version 450
// Floats beyond 32 bits become integers.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Words { uint words[]; };

void main() {
	uint i = gl_LocalInvocationID.x;
	float f = float(i) * 1e8;
#ifdef RIGHT
	f = min(f, 4294967040.0);
#endif
	words[i] = uint(f); // reports invalid float conversion
}
