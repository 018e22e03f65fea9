#version 450
// A generation of Conway's game of life on a torus. An invocation owns a cell and reads the eight around it.
layout(local_size_x = 16, local_size_y = 8) in;

layout(binding = 0) readonly buffer Now { uint now[]; };
layout(binding = 1) writeonly buffer Next { uint next[]; };
layout(push_constant) uniform Push { uint side; };

uint cell(uint x, uint y) { return now[y % side * side + x % side]; }

void main() {
	uvec2 at = gl_GlobalInvocationID.xy;
	if (max(at.x, at.y) >= side)
		return;
	uint around = 0;
	for (uint dy = side - 1; dy <= side + 1; dy++)
		for (uint dx = side - 1; dx <= side + 1; dx++)
			around += cell(at.x + dx, at.y + dy);
	uint alive = cell(at.x, at.y);
	next[at.y * side + at.x] = uint(around == 3 || alive == 1 && around == 4);
}
