#version 450
// A level of a breadth-first search: vertices of the level give the next one to neighbours that have none.
layout(local_size_x = 32) in;

layout(binding = 0) readonly buffer Offset { uint offset[]; };
layout(binding = 1) readonly buffer To { uint to[]; };
layout(binding = 2) buffer Level { uint level[]; };
layout(binding = 3) buffer Found { uint found[]; };
layout(push_constant) uniform Push { uint n; uint now; };

void main() {
	uint v = gl_GlobalInvocationID.x;
	if (v >= n || atomicOr(level[v], 0) != now) // an atomic read: others write at the same time
		return;
	for (uint e = offset[v]; e < offset[v + 1]; e++)
		if (atomicCompSwap(level[to[e]], 9999u, now + 1) == 9999u)
			atomicAdd(found[0], 1);
}
