// Ends a level for the whole row of a node. The kernels declare seen, visit and reached.
#ifndef BFS_MERGE_GLSL
#define BFS_MERGE_GLSL

// Makes what searches have reached, and not seen, their frontier. Returns the number of these searches;
// waits is not zero if some search with open pairs has not seen the node.
uint merge_row(uint v, out uint waits) {
	uint served = 0;
	waits = 0;
	for (uint w = 0; w < WORDS; w++) {
		uint at = v * WORDS + w, old = seen[at], fresh = reached[at] & searching[w] & ~old;
		reached[at] = 0;
		visit[at] = fresh;
		seen[at] = old | fresh;
		served += bitCount(fresh);
		waits |= searching[w] & ~(old | fresh);
	}
	return served;
}

#endif
