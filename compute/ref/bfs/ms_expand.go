package bfs

import (
	"kernelscope/compute"
	"kernelscope/shaders"
)

// MsExpand holds the buffers of bfs_ms_expand.
type MsExpand[B any] struct {
	Words compute.Constant // of a row
	Count compute.Constant // if not zero, fill the counters

	First, Head, Seen, Frontier, Reached, Joint, Counters B
}

// MirrorMsExpand mirrors bfs_ms_expand.
func MirrorMsExpand(g compute.Grid, a MsExpand[[]uint32]) {
	words := int(a.Words)
	turns(g, a.Count, a.Joint, a.Counters, int(a.Joint[shaders.JointNodes]), func(u int) (walked uint32, active bool) {
		for w := range words {
			searches := a.Frontier[u*words+w]
			if searches == 0 {
				continue
			}
			active = true
			for _, v := range a.Head[a.First[u]:a.First[u+1]] {
				at := int(v)*words + w
				a.Reached[at] |= searches &^ a.Seen[at]
			}
		}
		if active {
			walked = a.First[u+1] - a.First[u]
		}
		return walked, active
	})
}
