// Declarations shared by the kernels over rows of bits. The row of a node contains the searches of
// a sweep that have seen it: WORDS words, with a bit for each column. A column is one search. Two
// buffers of rows alternate: a level reads the rows of the previous level and writes those for the
// next. This needs no frontier, no queue, and no atomic operations on rows.
//
// Everything that changes between sweeps and between levels is in the state, so that one recording
// serves all. No kernel here depends on the size of subgroups.
#ifndef BFS_ROWS_GLSL
#define BFS_ROWS_GLSL
#include "invocation.glsl"

layout(constant_id = 1) const uint WORDS = 32;
const uint LANES = WORDS / 4; // invocations that read a row, four words each
const uint EACH = (LANES + 31) / 32; // lanes of a piece, which is a part of a row with its own bit
const uint PIECES = LANES / EACH;
const uint OPEN = 0xffffffffu; // length of a pair without an answer

const uint LINE = 32;         // words of a cache line

layout(std430, binding = STATE) buffer State {
	uint changed[2 * LINE]; // [LINE]: the last even level that changed a row; [0]: the last odd one
	uint open;             // pairs of the sweep without an answer
	uint base;             // levels before this batch; odd, so that level base + ahead is even if ahead is odd
	uint first_pair;       // of the sweep
	uint pairs;
	uint first_column;
	uint columns;
	uint level_groups[3];  // grids; zero after the last answer,
	uint answer_groups[3]; // so that unneeded recorded levels cost almost nothing
	uint start_groups[3];
	uint searching[WORDS]; // columns with open pairs
};

// Reports whether rows have changed in level base + ahead, which is the last one of its parity. A
// level stores to a cache line that no workgroup loads in the same dispatch. With a single word on
// the line of the other counters, workgroups waited for each other's stores, and a level of New
// York took 111 microseconds instead of 38 (H200).
bool has_changed(uint ahead) { return changed[LINE * (ahead & 1)] == base + ahead; }

void note_change(uint ahead) { changed[LINE * (ahead & 1)] = base + ahead; }

#endif
