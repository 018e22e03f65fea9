#version 450
// C = A B by tiles of 8 x 8 in shared memory: each word is read once for eight products.
layout(local_size_x = 8, local_size_y = 8) in;

layout(binding = 0) readonly buffer A { float a[]; };
layout(binding = 1) readonly buffer B { float b[]; };
layout(binding = 2) writeonly buffer C { float c[]; };
layout(push_constant) uniform Push { uint n; };

shared float left[8][8], right[8][8];

void main() {
	uvec2 at = gl_GlobalInvocationID.xy, t = gl_LocalInvocationID.xy;
	float sum = 0;
	for (uint k = 0; k < n; k += 8) {
		left[t.y][t.x] = a[at.y * n + k + t.x];
		right[t.y][t.x] = b[(k + t.y) * n + at.x];
		barrier();
		for (uint j = 0; j < 8; j++)
			sum += left[t.y][j] * right[j][t.x];
		barrier(); // before the next tiles
	}
	c[at.y * n + at.x] = sum;
}
