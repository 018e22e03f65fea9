package ref

import "kernelscope/compute"

// PreparedSubtree holds the arguments of prepared_subtree, which finds the distances from
// one source to the nodes of whole subtrees.
type PreparedSubtree[B any] struct {
	Lengths, Boundary, Nodes, Query, Dist, Spans, Depths B

	Count uint32
}

// MirrorPreparedSubtree mirrors prepared_subtree.
func MirrorPreparedSubtree(g compute.Grid, a PreparedSubtree[[]uint32]) {
	for subtree := range a.Count {
		first, depths := a.Spans[2*subtree], a.Spans[2*subtree+1]
		for d := first; d < first+depths; d++ {
			MirrorPreparedDepth(g, PreparedDepth[[]uint32]{
				Lengths: a.Lengths, Boundary: a.Boundary, Nodes: a.Nodes, Query: a.Query, Dist: a.Dist,
				First: a.Depths[2*d], Count: a.Depths[2*d+1] - a.Depths[2*d],
			})
		}
	}
}
