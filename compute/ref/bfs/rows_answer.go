package bfs

import (
	"slices"

	"kernelscope/compute"
)

// RowsAnswer holds the buffers of bfs_rows_answer.
type RowsAnswer[B any] struct {
	Words compute.Constant // of a row

	First, Head, Rows, State, Pairs, Lengths, Counts B

	Ahead uint32
}

// MirrorRowsAnswer mirrors bfs_rows_answer.
func MirrorRowsAnswer(g compute.Grid, a RowsAnswer[[]uint32]) {
	words, s := int(a.Words), a.State
	level := s[RowsBase] + a.Ahead
	if idle(s, level) {
		return
	}
	for p := s[RowsFirstPair]; p < s[RowsFirstPair]+s[RowsPairs]; p++ {
		v, column := a.Pairs[2*p], a.Pairs[2*p+1]
		look := a.Head[a.First[v]:a.First[v+1]]
		if level == 1 {
			look = []uint32{v}
		}
		if a.Lengths[p] == Open && slices.ContainsFunc(look, func(u uint32) bool { return sees(a.Rows, u, words, column) }) {
			answer(s, a.Pairs, a.Lengths, a.Counts, p, level)
		}
	}
}
