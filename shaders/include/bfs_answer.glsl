// Answering the pairs of a sweep. A pair at level + 1 has a neighbour of its
// destination in the rows of the level, so that the last level is never
// expanded, only looked up.
#ifndef BFS_ANSWER_GLSL
#define BFS_ANSWER_GLSL

// Gives a pair its length, unless another invocation has. A column retires with
// its last answer, the sweep with the last of all.
void answer(uint place, uint column, uint level) {
	if (atomicCompSwap(lengths[place], OPEN, level) != OPEN)
		return;
	if (atomicAdd(counts[first_column + column], 0xffffffffu) == 1)
		atomicAnd(searching[column >> 5], ~(1u << (column & 31)));
	if (atomicAdd(open, 0xffffffffu) == 1)
		level_groups[0] = answer_groups[0] = 0;
}

#endif
