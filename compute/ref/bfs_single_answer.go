package ref

import "kernelscope/compute"

// BFSSingleAnswer holds the buffers of bfs_single_answer.
type BFSSingleAnswer[B any] struct {
	Levels, Pairs, Lengths B

	FirstPair, Count uint32
}

// MirrorBFSSingleAnswer mirrors bfs_single_answer.
func MirrorBFSSingleAnswer(_ compute.Grid, a BFSSingleAnswer[[]uint32]) {
	for p := a.FirstPair; p < a.FirstPair+a.Count; p++ {
		a.Lengths[p] = a.Levels[a.Pairs[2*p]]
	}
}
