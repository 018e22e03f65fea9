// What the kernels over rows of bits share. A row is what the searches of a
// sweep have seen of a node: WORDS words, a bit for each column. A column is one
// search. Two buffers of rows take turns, so that a level reads what the level
// before it left and writes what the next one reads: no frontier, no queue, no
// atomic operation on rows.
//
// Everything that changes from sweep to sweep and from level to level is in the
// state, so that a recording serves all of them. No kernel here depends on the
// size of subgroups.
#ifndef BFS_ROWS_GLSL
#define BFS_ROWS_GLSL
#include "invocation.glsl"

layout(constant_id = 1) const uint WORDS = 32;
const uint LANES = WORDS / 4; // invocations that read a row, four words each
const uint EACH = (LANES + 31) / 32; // lanes of a piece, a part of the row with a bit of its own
const uint PIECES = LANES / EACH;
const uint OPEN = 0xffffffffu; // length of a pair without an answer

const uint LINE = 32;         // words of a cache line

layout(std430, binding = STATE) buffer State {
	uint changed[2 * LINE]; // [LINE] the last even level that changed a row, [0] the last odd one
	uint open;             // pairs of the sweep without an answer
	uint base;             // levels before this batch; odd, so that level base + ahead is even where ahead is odd
	uint first_pair;       // of the sweep
	uint pairs;
	uint first_column;
	uint columns;
	uint level_groups[3];  // grids; they become zero with the last answer,
	uint answer_groups[3]; // so that levels recorded in vain cost next to nothing
	uint start_groups[3];
	uint searching[WORDS]; // columns with open pairs
};

// Whether rows have changed in level base + ahead, which is the last one of its
// parity. A level stores into a line that no workgroup loads in the same dispatch:
// with a single word, on the line of the others, workgroups waited for each other's
// stores, and a level of New York took 111 µs in place of 38 (H200).
bool has_changed(uint ahead) { return changed[LINE * (ahead & 1)] == base + ahead; }

void note_change(uint ahead) { changed[LINE * (ahead & 1)] = base + ahead; }

#endif
