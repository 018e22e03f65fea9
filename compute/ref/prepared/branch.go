package prepared

import (
	"slices"

	"kernelscope/compute"
	"kernelscope/shaders"
)

// Branch holds the arguments of prepared_branch, which finds the distances from one source to the
// nodes of branches.
type Branch[B any] struct {
	Cap, Rows compute.Constant

	Fronts, Lengths, Boundary, Places, Nodes, IDs, Branches, TurnList, Query, Dist B

	First, Count uint32
}

// BranchWords is the size of the record of a branch, NodeWords the size of a node's.
const BranchWords, NodeWords = 8, 4

// MirrorBranch mirrors prepared_branch.
func MirrorBranch(_ compute.Grid, a Branch[[]uint32]) {
	for i := a.First; i < a.First+a.Count; i++ {
		w := a.Branches[BranchWords*i:]
		node, nodes, boundary, b := w[2], w[3], w[4], w[5]
		near := slices.Repeat([]uint32{shaders.PreparedUnreached}, int(b+nodes))
		for j := range b {
			near[j] = a.Dist[a.Boundary[boundary+j]]
		}
		for k := range nodes {
			n, id := a.Nodes[NodeWords*(node+k):], a.IDs[node+k]
			if f := preparedFront(a.Fronts, n[3]); f.Holds(a.Query[1]) {
				near[b+k] = a.Dist[id]
			}
			for j := range n[2] & 0xffff {
				at := n[1] + j
				lower(near, b+k, near[a.Places[at/2]>>(at%2*16)&0xffff]+a.Lengths[n[0]+j*(n[2]>>16)])
			}
			a.Dist[id] = near[b+k]
		}
	}
}
