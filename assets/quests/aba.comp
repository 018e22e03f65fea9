#version 450
// A stack of free nodes in a list: the low 16 bits of head are the number of its first node, and after a node
// comes next[node]. Invocations take nodes, three at a time, and give them back. At the end all are free.
// Taken counts the nodes that were taken.
layout(local_size_x = 1) in;
layout(binding = 0) buffer Head { uint head; };
layout(binding = 1) buffer Next { uint next[]; };
layout(binding = 2) buffer Taken { uint taken; };

const uint NONE = 0xffff;

uint take() {
	for (uint k = 0; k < 1000; k++) {
		uint first = atomicOr(head, 0);
		if ((first & 0xffff) == NONE)
			return NONE;
		uint after = atomicOr(next[first & 0xffff], 0);
		if (atomicCompSwap(head, first, after) == first)
			return first & 0xffff;
	}
	return NONE;
}

void give(uint node) {
	for (uint k = 0; node != NONE && k < 1000; k++) {
		uint first = atomicOr(head, 0);
		atomicExchange(next[node], first & 0xffff);
		if (atomicCompSwap(head, first, node) == first)
			return;
	}
}

void main() {
	for (uint k = 0; k < 5; k++) {
		uint one = take(), two = take(), three = take();
		atomicAdd(taken, uint(one != NONE) + uint(two != NONE) + uint(three != NONE));
		give(two);
		give(three);
		give(one);
	}
}
