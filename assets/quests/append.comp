#version 450
// Appends the odd elements to a list, in any order.
layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer A { uint a[]; };
layout(binding = 1) buffer Count { uint count; };
layout(binding = 2) writeonly buffer List { uint list[]; };

void main() {
	uint x = a[gl_GlobalInvocationID.x];
	if ((x & 1) == 1) {
		uint slot = count;
		count = slot + 1;
		list[slot] = x;
	}
}
