package bfs

import (
	"kernelscope/compute"
	"kernelscope/shaders"
)

// MirrorExpandNaive mirrors bfs_expand_naive.
func MirrorExpandNaive(g compute.Grid, a Expand[[]uint32]) {
	words := int(a.Words)
	turns(g, a.Count, a.Joint, a.Counters, int(a.Joint[shaders.JointFrontier])*words*32, func(i int) (walked uint32, active bool) {
		u, column := a.Queue[i/(words*32)], uint32(i%(words*32))
		if !sees(a.Frontier, u, words, column) {
			return 0, false
		}
		for _, v := range a.Head[a.First[u]:a.First[u+1]] {
			if !sees(a.Seen, v, words, column) {
				a.Reached[int(v)*words+int(column>>5)] |= 1 << (column & 31)
			}
			walked++
		}
		return walked, true
	})
}
