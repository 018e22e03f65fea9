#version 450
// Iterations of z^2 + c until it leaves the disc of radius two. A subgroup runs as long as its slowest point.
layout(local_size_x = 8, local_size_y = 8) in;

layout(binding = 0) writeonly buffer Count { uint count[]; };
layout(push_constant) uniform Push { uint width; uint limit; };

void main() {
	uvec2 at = gl_GlobalInvocationID.xy;
	vec2 c = 3.0 * vec2(at) / float(width) - vec2(2.25, 1.5), z = vec2(0);
	uint k = 0;
	while (k < limit && dot(z, z) <= 4) {
		z = vec2(z.x * z.x - z.y * z.y, 2 * z.x * z.y) + c;
		k++;
	}
	count[at.y * width + at.x] = k;
}
