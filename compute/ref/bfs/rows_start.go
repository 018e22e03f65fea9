package bfs

import "kernelscope/compute"

// RowsStart holds the buffers of bfs_rows_start.
type RowsStart[B any] struct {
	Words compute.Constant // of a row
	Mark  compute.Constant // whether to mark the pieces that changed

	First, Head, Rows, Fresh, Sources, State B

	Share uint32 // workgroups per column
}

// MirrorRowsStart mirrors bfs_rows_start.
func MirrorRowsStart(g compute.Grid, a RowsStart[[]uint32]) {
	words, s := int(a.Words), a.State
	for column := range s[RowsColumns] {
		source := a.Sources[s[RowsFirstColumn]+column]
		reached := append([]uint32{source}, a.Head[a.First[source]:a.First[source+1]]...)
		for _, v := range reached {
			a.Rows[int(v)*words+int(column>>5)] |= 1 << (column & 31)
			if a.Mark != 0 {
				a.Fresh[v] |= 1 << (int(column>>7) / rowsEach(words))
			}
		}
		s[RowsChangedBy(1)] = 1
	}
}
