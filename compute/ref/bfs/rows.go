// Package bfs mirrors the kernels of searches between pairs of nodes.
package bfs

// Words of the State block of a sweep. They are documented in shaders/include/bfs_rows.glsl; a test
// compares the names.
const (
	RowsLine    = 32 // words of a cache line
	RowsChanged = 0
	RowsOpen    = 2 * RowsLine
	RowsBase    = RowsOpen + iota - 2
	RowsFirstPair
	RowsPairs
	RowsFirstColumn
	RowsColumns
	RowsLevelGroups
	RowsAnswerGroups = RowsLevelGroups + 3
	RowsStartGroups  = RowsAnswerGroups + 3
	RowsSearching    = RowsStartGroups + 3
)

// Open is the length of a pair without an answer; at the end, of a pair without a path.
const Open = 0xffffffff

// rowsEach returns the number of lanes, of four words each, in a piece of a row.
func rowsEach(words int) int { return (words/4 + 31) / 32 }

// grow returns the new row of a node: the union of its old row and, in the columns that still
// search, those of its neighbours.
func grow(state, old, neighbours []uint32, node, words int) []uint32 {
	row := make([]uint32, words)
	for w := range row {
		row[w] = old[node*words+w]
		for _, v := range neighbours {
			row[w] |= old[int(v)*words+w] & state[RowsSearching+w]
		}
	}
	return row
}

// sees reports whether a row contains a column.
func sees(rows []uint32, node uint32, words int, column uint32) bool {
	return rows[int(node)*words+int(column>>5)]>>(column&31)&1 != 0
}

// answer sets the length of a pair.
func answer(state, pairs, lengths, counts []uint32, p, level uint32) {
	column := pairs[2*p+1]
	lengths[p] = level
	of := state[RowsFirstColumn] + column
	if counts[of]--; counts[of] == 0 {
		state[RowsSearching+(column>>5)] &^= 1 << (column & 31)
	}
	if state[RowsOpen]--; state[RowsOpen] == 0 {
		state[RowsLevelGroups], state[RowsAnswerGroups] = 0, 0
	}
}

// idle reports whether a level has no work, because the previous one changed no row.
func idle(state []uint32, level uint32) bool { return state[RowsChangedBy(level-1)] != level-1 }

// RowsChangedBy returns the word that a level sets to its own number if it changes a row.
func RowsChangedBy(level uint32) uint32 { return RowsChanged + RowsLine*(1-level&1) }
