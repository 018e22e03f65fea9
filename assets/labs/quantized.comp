#version 450
// Y = W X with weights of 4 bits, as inference engines keep them: 32 weights share a scale. A workgroup has a row.
layout(local_size_x = 32) in;

layout(binding = 0) readonly buffer Weights { uint weights[]; }; // eight in a word
layout(binding = 1) readonly buffer Scale { float scale[]; };
layout(binding = 2) readonly buffer X { float x[]; };
layout(binding = 3) writeonly buffer Y { float y[]; };
layout(push_constant) uniform Push { uint columns; };

shared float part[32];

void main() {
	uint row = gl_WorkGroupID.x, t = gl_LocalInvocationID.x, words = columns / 8;
	float sum = 0;
	for (uint w = t; w < words; w += 32) {
		uint bits = weights[row * words + w];
		float s = scale[(row * words + w) / 4];
		for (uint k = 0; k < 8; k++)
			sum += s * (float(bits >> 4 * k & 15) - 8) * x[8 * w + k];
	}
	part[t] = sum;
	for (uint half_ = 16; half_ > 0; half_ /= 2) {
		barrier();
		if (t < half_)
			part[t] += part[t + half_];
	}
	if (t == 0)
		y[row] = part[0];
}
