package ref

// Words of the State block of a sweep. The comments are beside the block in
// shaders/include/bfs_rows.glsl; a test compares the names.
const (
	RowsLine    = 32 // of a cache
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

// RowsNames are the block's members, in order, by their first words.
var RowsNames = map[int]string{
	RowsChanged: "changed", RowsOpen: "open", RowsBase: "base", RowsFirstPair: "first_pair", RowsPairs: "pairs",
	RowsFirstColumn: "first_column", RowsColumns: "columns", RowsLevelGroups: "level_groups", RowsAnswerGroups: "answer_groups",
	RowsStartGroups: "start_groups", RowsSearching: "searching",
}

// BFSOpen is the length of a pair that has no answer: at the end, of one that no
// path joins.
const BFSOpen = 0xffffffff

// rowsEach returns the lanes of a piece of a row, of four words each.
func rowsEach(words int) int { return (words/4 + 31) / 32 }

// grow returns the new row of a node: its old one, and what its neighbours have
// seen in the columns that still search.
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

// sees says whether a row has a column.
func sees(rows []uint32, node uint32, words int, column uint32) bool {
	return rows[int(node)*words+int(column>>5)]>>(column&31)&1 != 0
}

// answer gives a pair its length.
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

// idle says whether a level has nothing to do, since the one before it changed
// nothing.
func idle(state []uint32, level uint32) bool { return state[RowsChangedBy(level-1)] != level-1 }

// RowsChangedBy returns the word that says whether a level has changed a row: it
// is the level then.
func RowsChangedBy(level uint32) uint32 { return RowsChanged + RowsLine*(1-level&1) }
