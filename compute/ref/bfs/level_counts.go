package bfs

import "kernelscope/compute"

// LevelCounts holds the buffers of bfs_level_counts.
type LevelCounts[B any] struct {
	Words compute.Constant // of a row

	Rows, State, Totals B

	Nodes, Stripe, Ahead uint32
}

// MirrorLevelCounts mirrors bfs_level_counts.
func MirrorLevelCounts(g compute.Grid, a LevelCounts[[]uint32]) {
	words := int(a.Words)
	if idle(a.State, a.State[RowsBase]+a.Ahead+1) {
		return
	}
	for v := range a.Nodes {
		for column := range uint32(32 * words) {
			if sees(a.Rows, v, words, column) {
				a.Totals[a.Ahead*uint32(32*words)+column]++
			}
		}
	}
}
