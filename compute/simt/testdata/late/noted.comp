#version 450
// A load that is executed after the memory barrier that follows it is yet ordered by the barriers: the kernel has no race.
layout(local_size_x = 8) in;
layout(binding = 0) buffer Words { uint words[]; };

shared uint held[8];
void main() {
	uint i = gl_LocalInvocationID.x;
	uint other = words[(i + 1) % 8];
	groupMemoryBarrier();
	held[i] = i;
	barrier();
	words[i] = other + held[(i + 1) % 8];
}
