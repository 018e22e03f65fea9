package ref

import "kernelscope/compute"

// BFSExpandUp are the buffers of bfs_expand_up.
type BFSExpandUp[B any] struct {
	Words compute.Constant // of a row

	First, Tail, Seen, Frontier, Reached, Joint B
}

// MirrorBFSExpandUp mirrors bfs_expand_up.
func MirrorBFSExpandUp(g compute.Grid, a BFSExpandUp[[]uint32]) {
	words := int(a.Words)
	for v := range int(a.Joint[JointNodes]) {
		for _, u := range a.Tail[a.First[v]:a.First[v+1]] {
			for w := range words {
				wanted := a.Joint[JointSearching+w] &^ a.Seen[v*words+w]
				a.Reached[v*words+w] |= a.Frontier[int(u)*words+w] & wanted
			}
		}
	}
}
