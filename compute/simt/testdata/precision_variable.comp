#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
layout(std430, binding = 1) buffer Others { uint others[]; };
float third(float x) {
#ifdef RIGHT
	return x * 0.5;
#else
	return x / 3.0;
#endif
}
void main() {
	uint i = gl_LocalInvocationID.x + gl_WorkGroupID.x * 32;
	float parts[4];
	for (uint k = 0; k < 4; k++)
		parts[k] = third(float(k));
	float sum = 0.0;
	for (uint k = 0; k < 4; k++)
		sum += i > 5 ? parts[k] : parts[3 - k];
	others[i] = uint(sum); // reports result depends on the precision of floats
}
