package bfs

import (
	"kernelscope/compute"
	"kernelscope/shaders"
)

// SingleClose holds the buffers of bfs_single_close.
type SingleClose[B any] struct{ Single B }

// MirrorSingleClose mirrors bfs_single_close.
func MirrorSingleClose(_ compute.Grid, a SingleClose[[]uint32]) {
	s := a.Single
	if s[shaders.SingleFrontier] == 0 {
		return
	}
	s[shaders.SingleLevel]++
	s[shaders.SingleFrontier], s[shaders.SingleFrontierEdges] = s[shaders.SingleQueued], s[shaders.SingleQueuedEdges]
	s[shaders.SingleUnfinishedEdges] -= s[shaders.SingleQueuedEdges]
	s[shaders.SingleQueued], s[shaders.SingleQueuedEdges] = 0, 0
	OrderSingle(s)
}
