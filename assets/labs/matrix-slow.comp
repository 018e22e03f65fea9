#version 450
// C = A B without tiles: an invocation reads a row and a column.
layout(local_size_x = 8, local_size_y = 8) in;

layout(binding = 0) readonly buffer A { float a[]; };
layout(binding = 1) readonly buffer B { float b[]; };
layout(binding = 2) writeonly buffer Slow { float slow[]; };
layout(push_constant) uniform Push { uint n; };

void main() {
	uvec2 at = gl_GlobalInvocationID.xy;
	float sum = 0;
	for (uint k = 0; k < n; k++)
		sum += a[at.y * n + k] * b[k * n + at.x];
	slow[at.y * n + at.x] = sum;
}
