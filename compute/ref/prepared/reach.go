package prepared

import (
	"kernelscope/compute"
	"kernelscope/shaders"
)

// Reach holds the arguments of prepared_reach, which counts the nodes within Limit of
// each of Count sources, and finds the distance of the farthest one that it reaches.
type Reach[B any] struct {
	Lanes compute.Constant

	Dist, Reach B

	Nodes, Step, Limit, Count uint32
}

// MirrorReach mirrors prepared_reach.
func MirrorReach(_ compute.Grid, a Reach[[]uint32]) {
	for v := range a.Nodes {
		for lane := range a.Count {
			d := a.Dist[v*uint32(a.Lanes)+lane]
			if d >= shaders.PreparedUnreached {
				continue
			}
			a.Reach[2*lane+1] = max(a.Reach[2*lane+1], d)
			if d <= a.Limit {
				a.Reach[2*lane]++
			}
		}
	}
}
