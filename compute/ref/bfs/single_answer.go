package bfs

import "kernelscope/compute"

// SingleAnswer holds the buffers of bfs_single_answer.
type SingleAnswer[B any] struct {
	Levels, Pairs, Lengths B

	FirstPair, Count uint32
}

// MirrorSingleAnswer mirrors bfs_single_answer.
func MirrorSingleAnswer(_ compute.Grid, a SingleAnswer[[]uint32]) {
	for p := a.FirstPair; p < a.FirstPair+a.Count; p++ {
		a.Lengths[p] = a.Levels[a.Pairs[2*p]]
	}
}
