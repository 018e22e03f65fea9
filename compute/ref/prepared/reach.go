package prepared

import (
	"kernelscope/compute"
	"kernelscope/shaders"
)

// ReachWords are the words of a source in Reach: the nodes that it reaches, those within the limit,
// the greatest distance, and the sum of all distances, the low word first.
const ReachWords = 5

// Reach holds the arguments of prepared_reach, which adds up what each of some sources reaches. Tiles are as
// in Sweep. Count is their number, and an invocation has each Step-th of them.
type Reach[B any] struct {
	Lanes, Nodes, Rows compute.Constant

	Lengths, Boundary, NodeOf, Query, Tiles, Dist, Reach B

	Count, Step, Limit, Sources, First uint32
}

// MirrorReach mirrors prepared_reach.
func MirrorReach(_ compute.Grid, a Reach[[]uint32]) {
	for lane := range a.Sources {
		r := a.Reach[(a.First+lane)*ReachWords:][:ReachWords]
		sum := uint64(r[3]) | uint64(r[4])<<32
		for k := range a.Count {
			t := tileOf(a.Tiles, k)
			isNew := t.isLeaf() && !t.has(a.Query, lane)
			for i, row := range a.NodeOf[t.row : t.row+t.nodes] {
				d := a.Dist[row*uint32(a.Lanes)+lane]
				if isNew {
					d = t.least(a.Lengths, a.Dist, a.Boundary, uint32(i), lane, uint32(a.Lanes))
				}
				if d >= shaders.PreparedUnreached {
					continue
				}
				r[0]++
				if d <= a.Limit {
					r[1]++
				}
				r[2] = max(r[2], d)
				sum += uint64(d)
			}
		}
		r[3], r[4] = uint32(sum), uint32(sum>>32)
	}
}
