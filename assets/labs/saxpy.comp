#version 450
// Y = a X + Y: an invocation an element. Neighbouring invocations read neighbouring words.
layout(local_size_x_id = 0) in;
layout(local_size_x = 64) in;

layout(binding = 0) readonly buffer X { float x[]; };
layout(binding = 1) buffer Y { float y[]; };
layout(push_constant) uniform Push { uint n; float a; };

void main() {
	uint i = gl_GlobalInvocationID.x;
	if (i < n)
		y[i] = a * x[i] + y[i];
}
