package bfs

import (
	"math/bits"

	"kernelscope/compute"
	"kernelscope/shaders"
)

// MsMerge holds the buffers of bfs_ms_merge.
type MsMerge[B any] struct {
	Words compute.Constant // of a row

	First, Seen, Frontier, Reached, Joint B
}

// MirrorMsMerge mirrors bfs_ms_merge.
func MirrorMsMerge(_ compute.Grid, a MsMerge[[]uint32]) {
	var l levelSums
	words, j := int(a.Words), a.Joint
	for v := range j[shaders.JointNodes] {
		served, waits := 0, false
		for w := range words {
			at := int(v)*words + w
			fresh := a.Reached[at] & j[shaders.JointSearching+w] &^ a.Seen[at]
			a.Reached[at], a.Frontier[at] = 0, fresh
			a.Seen[at] |= fresh
			waits = waits || j[shaders.JointSearching+w]&^a.Seen[at] != 0
			served += bits.OnesCount32(fresh)
		}
		l.add(a.First[v+1]-a.First[v], served, waits)
	}
	l.close(j, words, int(j[shaders.JointNodes]))
}
