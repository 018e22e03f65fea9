#version 450
// The same accelerations, without tiles.
layout(local_size_x = 32) in;

layout(binding = 0) readonly buffer Bodies { vec4 bodies[]; };
layout(binding = 1) writeonly buffer Slow { vec4 slow[]; };
layout(push_constant) uniform Push { uint n; float soft; };

void main() {
	uint i = gl_GlobalInvocationID.x;
	vec3 sum = vec3(0);
	for (uint k = 0; k < n; k++) {
		vec3 d = bodies[k].xyz - bodies[i].xyz;
		float r = dot(d, d) + soft;
		sum += d / (r * sqrt(r));
	}
	slow[i] = vec4(sum / float(n), 0);
}
