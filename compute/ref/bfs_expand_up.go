package ref

import "kernelscope/compute"

// BFSExpandUp holds the buffers of bfs_expand_up.
type BFSExpandUp[B any] struct {
	Words compute.Constant // of a row
	Count compute.Constant // if not zero, fill the counters

	First, Tail, Seen, Frontier, Reached, Joint, Counters B
}

// MirrorBFSExpandUp mirrors bfs_expand_up.
func MirrorBFSExpandUp(g compute.Grid, a BFSExpandUp[[]uint32]) {
	words, share := int(a.Words), int(a.Joint[JointShare])
	turns(g, a.Count, a.Joint, a.Counters, int(a.Joint[JointNodes])*words*share, func(i int) (walked uint32, active bool) {
		word, part, v := i%words, i/words%share, i/words/share
		wanted, fresh := a.Joint[JointSearching+word]&^a.Seen[v*words+word], uint32(0)
		if wanted == 0 {
			return 0, false
		}
		for e := int(a.First[v]) + part; e < int(a.First[v+1]) && fresh != wanted; e += share {
			fresh |= a.Frontier[int(a.Tail[e])*words+word] & wanted
			walked++
		}
		a.Reached[v*words+word] |= fresh
		return walked, true
	})
}
