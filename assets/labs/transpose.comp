#version 450
// Rows to columns: directly (1), by tiles in shared memory (2), by tiles with a word beside each row (3).
layout(local_size_x = 16, local_size_y = 16) in;
layout(constant_id = 0) const uint form = 1;

layout(binding = 0) readonly buffer X { uint x[]; };
layout(binding = 1) writeonly buffer Y { uint y[]; };
layout(push_constant) uniform Push { uint n; };

shared uint tile[16 * 17];

void main() {
	uvec2 at = gl_GlobalInvocationID.xy, t = gl_LocalInvocationID.xy, first = 16 * gl_WorkGroupID.yx;
	if (form == 1) {
		y[at.x * n + at.y] = x[at.y * n + at.x]; // neighbours write n words apart
		return;
	}
	uint row = form == 2 ? 16 : 17; // 17: the words of a column lie in different banks
	tile[t.y * row + t.x] = x[at.y * n + at.x];
	barrier();
	y[(first.y + t.y) * n + first.x + t.x] = tile[t.x * row + t.y];
}
