package ref

import "kernelscope/compute"

// BFSConvert holds the buffers of bfs_convert.
type BFSConvert[B any] struct {
	Words compute.Constant // of a row

	Seen, Joint, Pairs, Lengths, Counts B
}

// MirrorBFSConvert mirrors bfs_convert.
func MirrorBFSConvert(g compute.Grid, a BFSConvert[[]uint32]) {
	j := a.Joint
	for p := j[JointFirstPair]; p < j[JointFirstPair]+j[JointPairs]; p++ {
		column := a.Pairs[2*p+1]
		if a.Lengths[p] != BFSOpen || !sees(a.Seen, a.Pairs[2*p], int(a.Words), column) {
			continue
		}
		a.Lengths[p] = j[JointLevel]
		of := j[JointFirstColumn] + column
		if a.Counts[of]--; a.Counts[of] == 0 {
			j[JointSearching+(column>>5)] &^= 1 << (column & 31)
		}
		if j[JointOpen]--; j[JointOpen] == 0 {
			j[JointDownGroups], j[JointUpGroups], j[JointIdentifyGroups], j[JointConvertGroups] = 0, 0, 0, 0
		}
	}
}
