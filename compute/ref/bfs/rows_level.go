package bfs

import (
	"slices"

	"kernelscope/compute"
)

// RowsLevel holds the buffers of bfs_rows_level.
type RowsLevel[B any] struct {
	Words compute.Constant // of a row

	First, Head, Old, Next, State B

	Nodes, Hubs, Ahead uint32
}

// MirrorRowsLevel mirrors bfs_rows_level.
func MirrorRowsLevel(g compute.Grid, a RowsLevel[[]uint32]) {
	words, level := int(a.Words), a.State[RowsBase]+a.Ahead
	if idle(a.State, level) {
		return
	}
	for v := range int(a.Nodes) {
		row := grow(a.State, a.Old, a.Head[a.First[v]:a.First[v+1]], v, words)
		if !slices.Equal(row, a.Old[v*words:(v+1)*words]) {
			a.State[RowsChangedBy(level)] = level
		}
		copy(a.Next[v*words:], row)
	}
}
