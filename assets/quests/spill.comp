#version 450
// Sorts nodes into those nearer than 50, which are marked, and a queue of the others. Where the queue is full, Lost says so, and the
// caller looks through all nodes: no node may be lost without a word.
layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer Distances { uint distances[]; };
layout(binding = 1) writeonly buffer Near { uint near[]; };
layout(binding = 2) writeonly buffer Far { uint far[]; };
layout(binding = 3) buffer Control { uint count; uint lost; };

void main() {
	uint node = gl_GlobalInvocationID.x;
	if (distances[node] < 50) {
		near[node] = 1;
		return;
	}
	uint slot = atomicAdd(count, 1);
	if (slot < far.length())
		far[slot] = node;
}
