package bfs

import (
	"kernelscope/compute"
	"kernelscope/shaders"
)

// ExpandUp holds the buffers of bfs_expand_up.
type ExpandUp[B any] struct {
	Words compute.Constant // of a row
	Count compute.Constant // if not zero, fill the counters

	First, Tail, Seen, Frontier, Reached, Joint, Counters B
}

// MirrorExpandUp mirrors bfs_expand_up.
func MirrorExpandUp(g compute.Grid, a ExpandUp[[]uint32]) {
	words, share := int(a.Words), int(a.Joint[shaders.JointShare])
	turns(g, a.Count, a.Joint, a.Counters, int(a.Joint[shaders.JointNodes])*words*share, func(i int) (walked uint32, active bool) {
		word, part, v := i%words, i/words%share, i/words/share
		wanted, fresh := a.Joint[shaders.JointSearching+word]&^a.Seen[v*words+word], uint32(0)
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
