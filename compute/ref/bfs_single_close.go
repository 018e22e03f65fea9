package ref

import "kernelscope/compute"

// BFSSingleClose holds the buffers of bfs_single_close.
type BFSSingleClose[B any] struct{ Single B }

// MirrorBFSSingleClose mirrors bfs_single_close.
func MirrorBFSSingleClose(_ compute.Grid, a BFSSingleClose[[]uint32]) {
	s := a.Single
	if s[SingleFrontier] == 0 {
		return
	}
	s[SingleLevel]++
	s[SingleFrontier], s[SingleFrontierEdges] = s[SingleQueued], s[SingleQueuedEdges]
	s[SingleUnfinishedEdges] -= s[SingleQueuedEdges]
	s[SingleQueued], s[SingleQueuedEdges] = 0, 0
	OrderSingle(s)
}
