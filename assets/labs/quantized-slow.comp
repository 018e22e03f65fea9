#version 450
// The same product, an invocation a row and a weight at a time.
layout(local_size_x = 32) in;

layout(binding = 0) readonly buffer Weights { uint weights[]; };
layout(binding = 1) readonly buffer Scale { float scale[]; };
layout(binding = 2) readonly buffer X { float x[]; };
layout(binding = 3) writeonly buffer Slow { float slow[]; };
layout(push_constant) uniform Push { uint columns; uint rows; };

void main() {
	uint row = gl_GlobalInvocationID.x;
	if (row >= rows)
		return;
	float sum = 0;
	for (uint c = 0; c < columns; c++) {
		uint at = row * columns + c;
		int weight = int(weights[at / 8] >> 4 * (at % 8) & 15) - 8;
		sum += scale[at / 32] * float(weight) * x[c];
	}
	slow[row] = sum;
}
