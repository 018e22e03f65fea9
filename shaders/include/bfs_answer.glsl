// Answers the pairs of a sweep. A pair has length level + 1 if a neighbour of its destination is in
// the rows of the level, so the last level is only looked up, never expanded.
#ifndef BFS_ANSWER_GLSL
#define BFS_ANSWER_GLSL

// Sets the length of a pair unless another invocation has. A column retires with its last answer,
// and the sweep with the last answer of all.
void answer(uint place, uint column, uint level) {
	if (atomicCompSwap(lengths[place], OPEN, level) != OPEN)
		return;
	if (atomicAdd(counts[first_column + column], 0xffffffffu) == 1)
		atomicAnd(searching[column >> 5], ~(1u << (column & 31)));
	if (atomicAdd(open, 0xffffffffu) == 1)
		level_groups[0] = answer_groups[0] = 0;
}

#endif
