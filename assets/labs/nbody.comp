#version 450
// Accelerations by gravity: a workgroup reads bodies by tiles and uses each 32 times.
layout(local_size_x = 32) in;

layout(binding = 0) readonly buffer Bodies { vec4 bodies[]; };
layout(binding = 1) writeonly buffer A { vec4 a[]; };
layout(push_constant) uniform Push { uint n; float soft; };

shared vec3 tile[32];

void main() {
	uint i = gl_GlobalInvocationID.x, t = gl_LocalInvocationID.x;
	vec3 me = bodies[i].xyz, sum = vec3(0);
	for (uint k = 0; k < n; k += 32) {
		tile[t] = bodies[k + t].xyz;
		barrier();
		for (uint j = 0; j < 32; j++) {
			vec3 d = tile[j] - me;
			float r = dot(d, d) + soft;
			sum += d / (r * sqrt(r));
		}
		barrier(); // before the next tile
	}
	a[i] = vec4(sum / float(n), 0);
}
