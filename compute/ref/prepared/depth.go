package prepared

import "kernelscope/compute"

// Depth holds the arguments of prepared_depth, which finds the distances from one
// source to some nodes, each by Share invocations.
type Depth[B any] struct {
	Share compute.Constant

	Lengths, Boundary, Nodes, Query, Dist B

	First, Count uint32
}

// MirrorDepth mirrors prepared_depth.
func MirrorDepth(_ compute.Grid, a Depth[[]uint32]) {
	for k := a.First; k < a.First+a.Count; k++ {
		id, pre, end, least := preparedNode(a.Nodes, a.Boundary, a.Lengths, a.Dist, k)
		if on := a.Query[1]; on < pre || on >= end {
			a.Dist[id] = least
		}
	}
}
