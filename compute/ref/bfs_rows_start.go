package ref

import "kernelscope/compute"

// BFSRowsStart are the buffers of bfs_rows_start. A row has as many words as
// the first constant says.
type BFSRowsStart[B any] struct {
	First, Head, Rows, Stamps, Sources, State B

	Share uint32 // workgroups of a column
}

// RowsStart mirrors bfs_rows_start.
func RowsStart(g compute.Grid, a BFSRowsStart[[]uint32]) {
	words, s := wordsOf(g), a.State
	for column := range s[RowsColumns] {
		source := a.Sources[s[RowsFirstColumn]+column]
		reached := append([]uint32{source}, a.Head[a.First[source]:a.First[source+1]]...)
		for _, v := range reached {
			a.Rows[int(v)*words+int(column>>5)] |= 1 << (column & 31)
			a.Stamps[v] = s[RowsEpoch] + 1
		}
		s[RowsChanged] = 1
	}
}
