package bfs

import (
	"kernelscope/compute"
	"kernelscope/shaders"
)

// Convert holds the buffers of bfs_convert.
type Convert[B any] struct {
	Words compute.Constant // of a row

	Seen, Joint, Pairs, Lengths, Counts B
}

// MirrorConvert mirrors bfs_convert.
func MirrorConvert(g compute.Grid, a Convert[[]uint32]) {
	j := a.Joint
	for p := j[shaders.JointFirstPair]; p < j[shaders.JointFirstPair]+j[shaders.JointPairs]; p++ {
		column := a.Pairs[2*p+1]
		if a.Lengths[p] != Open || !sees(a.Seen, a.Pairs[2*p], int(a.Words), column) {
			continue
		}
		a.Lengths[p] = j[shaders.JointLevel]
		of := j[shaders.JointFirstColumn] + column
		if a.Counts[of]--; a.Counts[of] == 0 {
			j[shaders.JointSearching+(column>>5)] &^= 1 << (column & 31)
		}
		if j[shaders.JointOpen]--; j[shaders.JointOpen] == 0 {
			j[shaders.JointDownGroups], j[shaders.JointUpGroups], j[shaders.JointIdentifyGroups], j[shaders.JointConvertGroups] = 0, 0, 0, 0
		}
	}
}
