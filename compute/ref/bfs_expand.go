package ref

import "kernelscope/compute"

// BFSExpand are the buffers of bfs_expand.
type BFSExpand[B any] struct {
	Words compute.Constant // of a row

	First, Head, Seen, Frontier, Reached, Queue, Joint B
}

// MirrorBFSExpand mirrors bfs_expand.
func MirrorBFSExpand(g compute.Grid, a BFSExpand[[]uint32]) {
	words := int(a.Words)
	for _, u := range a.Queue[:a.Joint[JointFrontier]] {
		for _, v := range a.Head[a.First[u]:a.First[u+1]] {
			for w := range words {
				at := int(v)*words + w
				a.Reached[at] |= a.Frontier[int(u)*words+w] &^ a.Seen[at]
			}
		}
	}
}
