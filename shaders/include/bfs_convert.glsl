// Answers pairs of a sweep from the rows of seen searches.
#ifndef BFS_CONVERT_GLSL
#define BFS_CONVERT_GLSL

// Answers a pair if its search has seen its end. A column retires with its last answer, and the sweep
// with the last answer of all.
void answer(uint p) {
	if (lengths[p] != OPEN)
		return;
	uint v = pair[p].x, column = pair[p].y;
	if ((seen[v * WORDS + (column >> 5)] >> (column & 31) & 1) == 0)
		return;
	lengths[p] = level;
	if (atomicAdd(counts[first_column + column], 0xffffffffu) == 1)
		atomicAnd(searching[column >> 5], ~(1u << (column & 31)));
	if (atomicAdd(open, 0xffffffffu) == 1)
		down_groups[0] = up_groups[0] = identify_groups[0] = convert_groups[0] = 0;
}

#endif
