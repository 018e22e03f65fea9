package prepared

import (
	"kernelscope/compute"
	"kernelscope/shaders"
)

// ReachWords are the words of a source in Reach: the nodes that it reaches, those within the limit,
// the greatest distance, and the sum of all distances, the low word first.
const ReachWords = 5

// Reach holds the arguments of prepared_reach, which adds up what each of Count sources reaches.
type Reach[B any] struct {
	Lanes compute.Constant

	Dist, Reach B

	Nodes, Step, Limit, Count, First uint32
}

// MirrorReach mirrors prepared_reach.
func MirrorReach(_ compute.Grid, a Reach[[]uint32]) {
	for lane := range a.Count {
		r := a.Reach[(a.First+lane)*ReachWords:][:ReachWords]
		sum := uint64(r[3]) | uint64(r[4])<<32
		for v := range a.Nodes {
			d := a.Dist[v*uint32(a.Lanes)+lane]
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
		r[3], r[4] = uint32(sum), uint32(sum>>32)
	}
}
