package ref

import "kernelscope/compute"

// BFSExpandUp are the buffers of bfs_expand_up.
type BFSExpandUp[B any] struct{ First, Tail, Seen, Frontier, Reached, Joint B }

// ExpandUp mirrors bfs_expand_up.
func ExpandUp(g compute.Grid, a BFSExpandUp[[]uint32]) {
	words := wordsOf(g)
	for v := range int(a.Joint[JointNodes]) {
		for _, u := range a.Tail[a.First[v]:a.First[v+1]] {
			for w := range words {
				wanted := a.Joint[JointSearching+w] &^ a.Seen[v*words+w]
				a.Reached[v*words+w] |= a.Frontier[int(u)*words+w] & wanted
			}
		}
	}
}
