package ref

import (
	"slices"

	"kernelscope/compute"
)

// BFSRowsAnswer holds the buffers of bfs_rows_answer.
type BFSRowsAnswer[B any] struct {
	Words compute.Constant // of a row

	First, Head, Rows, State, Pairs, Lengths, Counts B

	Ahead uint32
}

// MirrorBFSRowsAnswer mirrors bfs_rows_answer.
func MirrorBFSRowsAnswer(g compute.Grid, a BFSRowsAnswer[[]uint32]) {
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
		if a.Lengths[p] == BFSOpen && slices.ContainsFunc(look, func(u uint32) bool { return sees(a.Rows, u, words, column) }) {
			answer(s, a.Pairs, a.Lengths, a.Counts, p, level)
		}
	}
}
