package prepared

import "kernelscope/compute"

// Subtree holds the arguments of prepared_subtree, which finds the distances from
// one source to the nodes of whole subtrees.
type Subtree[B any] struct {
	Lengths, Boundary, Nodes, Query, Dist, Spans, Depths B

	Count uint32
}

// MirrorSubtree mirrors prepared_subtree.
func MirrorSubtree(g compute.Grid, a Subtree[[]uint32]) {
	for subtree := range a.Count {
		first, depths := a.Spans[2*subtree], a.Spans[2*subtree+1]
		for d := first; d < first+depths; d++ {
			MirrorDepth(g, Depth[[]uint32]{
				Lengths: a.Lengths, Boundary: a.Boundary, Nodes: a.Nodes, Query: a.Query, Dist: a.Dist,
				First: a.Depths[2*d], Count: a.Depths[2*d+1] - a.Depths[2*d],
			})
		}
	}
}
