// Expands a node top-down, for the kernels that own a word of its row. They declare first, head, seen and reached.
#ifndef BFS_WALK_GLSL
#define BFS_WALK_GLSL

// Passes searches, bits of a word of node u's row, on along every share-th of its edges, and returns the
// number of edges. Races are harmless: bits are only set.
uint walk(uint u, uint word, uint part, uint searches) {
	uint walked = 0;
	for (uint e = first[u] + part, end = first[u + 1]; e < end; e += share) {
		uint at = head[e] * WORDS + word, fresh = searches & ~seen[at];
		if (fresh != 0)
			atomicOr(reached[at], fresh);
		walked++;
	}
	return walked;
}

#endif
