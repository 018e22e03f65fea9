package ref

import (
	"cmp"

	"kernelscope/compute"
	"kernelscope/scene/graph"
)

// SSSPRelax holds the arguments of sssp_relax.
type SSSPRelax[B any] struct {
	Stall compute.Constant // 1: do not follow edges beyond the target's distance

	FirstOut, Head, Weight, Dist, NextDist, NearQueue, ImprovedQueue, ImprovedSet, Control B
}

// MirrorSSSPRelax mirrors sssp_relax.
func MirrorSSSPRelax(g compute.Grid, a SSSPRelax[[]uint32]) {
	c := control(a.Control)
	beyond := c.beyond(a.Stall)
	for i := range min(uint32(g.Invocations()), c[ControlNear]) {
		u := a.NearQueue[i]
		for e := a.FirstOut[u]; e < a.FirstOut[u+1]; e++ {
			v := a.Head[e]
			via := addSaturating(a.Dist[u], a.Weight[e])
			c[ControlRelaxed]++
			if via >= a.Dist[v] {
				continue
			}
			if via >= beyond {
				c[ControlStalled]++
				continue
			}
			c[ControlShortened]++
			a.NextDist[v] = min(a.NextDist[v], via)
			if Insert(a.ImprovedSet, v) {
				a.ImprovedQueue[c[ControlImproved]] = v
				c[ControlImproved]++
			}
		}
	}
	c.close(g.Size)
}

// AgreeOnRelax allows any order of the improved queue.
func AgreeOnRelax(_, device, mirror SSSPRelax[[]uint32]) error {
	return cmp.Or(
		Same("Control", device.Control, mirror.Control),
		Same("NextDist", device.NextDist, mirror.NextDist),
		Same("ImprovedSet", device.ImprovedSet, mirror.ImprovedSet),
		SameSet("ImprovedQueue", device.ImprovedQueue, mirror.ImprovedQueue, 0, int(mirror.Control[ControlSifting])),
	)
}

func addSaturating(d, w uint32) uint32 {
	return uint32(min(uint64(d)+uint64(w), graph.Unreached))
}
