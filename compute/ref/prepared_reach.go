package ref

import "kernelscope/compute"

// PreparedReach holds the arguments of prepared_reach, which counts the nodes within Limit of
// each of Count sources, and finds the distance of the farthest one that it reaches.
type PreparedReach[B any] struct {
	Lanes compute.Constant

	Dist, Reach B

	Nodes, Step, Limit, Count uint32
}

// MirrorPreparedReach mirrors prepared_reach.
func MirrorPreparedReach(_ compute.Grid, a PreparedReach[[]uint32]) {
	for v := range a.Nodes {
		for lane := range a.Count {
			d := a.Dist[v*uint32(a.Lanes)+lane]
			if d >= PreparedUnreached {
				continue
			}
			a.Reach[2*lane+1] = max(a.Reach[2*lane+1], d)
			if d <= a.Limit {
				a.Reach[2*lane]++
			}
		}
	}
}
