package bfs

import (
	"kernelscope/compute"
	"kernelscope/shaders"
)

// MirrorSingleEdges mirrors bfs_single_edges.
func MirrorSingleEdges(_ compute.Grid, a Single[[]uint32]) {
	for e := range a.Single[shaders.SingleEdges] {
		if a.Levels[a.First[e]] == a.Single[shaders.SingleLevel] {
			findSingle(a, a.Ends[e])
		}
	}
}
