package ref

import "kernelscope/compute"

// BFSConvert are the buffers of bfs_convert.
type BFSConvert[B any] struct{ Seen, Joint, Pairs, Lengths, Counts B }

// Convert mirrors bfs_convert.
func Convert(g compute.Grid, a BFSConvert[[]uint32]) {
	j := a.Joint
	for p := j[JointFirstPair]; p < j[JointFirstPair]+j[JointPairs]; p++ {
		column := a.Pairs[2*p+1]
		if a.Lengths[p] != BFSOpen || !sees(a.Seen, a.Pairs[2*p], wordsOf(g), column) {
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
