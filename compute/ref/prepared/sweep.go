package prepared

import (
	"kernelscope/compute"
	"kernelscope/shaders"
)

// Sweep are the arguments of prepared_sweep, which finds the distances from Lanes
// sources to the nodes of some tiles.
type Sweep[B any] struct {
	Lanes, Parts compute.Constant

	Lengths, Boundary, NodeOf, Query, Tiles, Dist B

	First, Count uint32
}

// MirrorSweep mirrors prepared_sweep.
func MirrorSweep(_ compute.Grid, a Sweep[[]uint32]) {
	lanes := uint32(a.Lanes)
	for k := a.First; k < a.First+a.Count; k++ {
		t := a.Tiles[8*k:]
		column, stride, boundary, pre, end := 4*t[0], 4*t[1], a.Boundary[t[2]:t[2]+t[3]], t[6], t[7]
		for i, v := range a.NodeOf[t[4] : t[4]+t[5]] {
			for lane := range lanes {
				if on := a.Query[2*lane+1]; pre <= on && on < end {
					continue
				}
				least := uint32(shaders.PreparedUnreached)
				for j, u := range boundary {
					least = min(least, a.Dist[u*lanes+lane]+a.Lengths[column+uint32(j)*stride+uint32(i)])
				}
				a.Dist[v*lanes+lane] = least
			}
		}
	}
}
