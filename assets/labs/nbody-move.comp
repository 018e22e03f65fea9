#version 450
// A step of time: velocities by accelerations, places by velocities.
layout(local_size_x = 32) in;

layout(binding = 0) buffer Bodies { vec4 bodies[]; };
layout(binding = 1) buffer V { vec4 v[]; };
layout(binding = 2) readonly buffer A { vec4 a[]; };
layout(push_constant) uniform Push { float dt; };

void main() {
	uint i = gl_GlobalInvocationID.x;
	v[i] += dt * a[i];
	bodies[i] += dt * v[i];
}
