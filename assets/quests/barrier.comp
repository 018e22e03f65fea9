#version 450
// Turns each block of 64 elements round: the first one becomes the last.
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer A { uint a[]; };
layout(binding = 1) writeonly buffer B { uint b[]; };
shared uint words[64];

void main() {
	uint i = gl_LocalInvocationID.x;
	words[i] = a[gl_GlobalInvocationID.x];
	b[gl_GlobalInvocationID.x] = words[63 - i];
}
