package bfs

import (
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
		served, waits := mergeRow(words, int(v), a.Reached, a.Frontier, a.Seen, j)
		l.add(a.First[v+1]-a.First[v], served, waits)
	}
	l.close(j, words, int(j[shaders.JointNodes]))
}
