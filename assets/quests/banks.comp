#version 450
// Transposes a matrix of 64 by 64 in tiles of 32 by 32. It is right, but shared memory has 32 banks.
layout(local_size_x = 32, local_size_y = 8) in;
layout(binding = 0) readonly buffer A { uint a[]; };
layout(binding = 1) writeonly buffer B { uint b[]; };
shared uint tile[32][32];

void main() {
	uint x = gl_LocalInvocationID.x;
	uvec2 at = 32 * gl_WorkGroupID.xy;
	for (uint y = gl_LocalInvocationID.y; y < 32; y += 8)
		tile[y][x] = a[(at.y + y) * 64 + at.x + x];
	barrier();
	for (uint y = gl_LocalInvocationID.y; y < 32; y += 8)
		b[(at.x + y) * 64 + at.y + x] = tile[x][y];
}
