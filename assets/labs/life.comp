#version 450
// A generation of Conway's game of life on a torus: reads one buffer, writes the other.
layout(local_size_x = 8, local_size_y = 8) in;

layout(binding = 0) readonly buffer Now { uint now[]; };
layout(binding = 1) writeonly buffer Next { uint next[]; };
layout(push_constant) uniform Push { uint width; };

void main() {
	uvec2 at = gl_GlobalInvocationID.xy;
	uint around = 0;
	for (uint y = width - 1; y <= width + 1; y++)
		for (uint x = width - 1; x <= width + 1; x++)
			if (x != width || y != width)
				around += now[(at.y + y) % width * width + (at.x + x) % width];
	uint i = at.y * width + at.x;
	next[i] = around == 3 || around == 2 && now[i] == 1 ? 1 : 0;
}
