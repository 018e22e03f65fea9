#version 450
// Keeps the first elements that arrive, as many as the list has room for, and counts the others.
layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer A { uint a[]; };
layout(binding = 1) buffer Count { uint count; uint lost; };
layout(binding = 2) writeonly buffer List { uint list[]; };

void main() {
	uint slot = atomicAdd(count, 1);
	if (slot <= list.length())
		list[slot] = a[gl_GlobalInvocationID.x];
	else
		atomicAdd(lost, 1);
}
