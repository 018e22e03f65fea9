package sssp

import (
	"cmp"

	"kernelscope/compute"
	"kernelscope/compute/ref"
	"kernelscope/scene/graph"
	"kernelscope/shaders"
)

// Relax holds the arguments of sssp_relax.
type Relax[B any] struct {
	Stall compute.Constant // 1: do not follow edges beyond the target's distance

	FirstOut, Head, Weight, Dist, NextDist, NearQueue, ImprovedQueue, ImprovedSet, Control B
}

// MirrorRelax mirrors sssp_relax.
func MirrorRelax(g compute.Grid, a Relax[[]uint32]) {
	c := control(a.Control)
	beyond := c.beyond(a.Stall)
	for i := range min(uint32(g.Invocations()), c[shaders.ControlNear]) {
		u := a.NearQueue[i]
		for e := a.FirstOut[u]; e < a.FirstOut[u+1]; e++ {
			v := a.Head[e]
			via := addSaturating(a.Dist[u], a.Weight[e])
			c[shaders.ControlRelaxed]++
			if via >= a.Dist[v] {
				continue
			}
			if via >= beyond {
				c[shaders.ControlStalled]++
				continue
			}
			c[shaders.ControlShortened]++
			a.NextDist[v] = min(a.NextDist[v], via)
			if ref.Insert(a.ImprovedSet, v) {
				a.ImprovedQueue[c[shaders.ControlImproved]] = v
				c[shaders.ControlImproved]++
			}
		}
	}
	c.close(g.Size)
}

// AgreeOnRelax allows any order of the improved queue.
func AgreeOnRelax(_, device, mirror Relax[[]uint32]) error {
	return cmp.Or(
		ref.Same("Control", device.Control, mirror.Control),
		ref.Same("NextDist", device.NextDist, mirror.NextDist),
		ref.Same("ImprovedSet", device.ImprovedSet, mirror.ImprovedSet),
		ref.SameSet("ImprovedQueue", device.ImprovedQueue, mirror.ImprovedQueue, 0, int(mirror.Control[shaders.ControlSifting])),
	)
}

func addSaturating(d, w uint32) uint32 {
	return uint32(min(uint64(d)+uint64(w), graph.Unreached))
}
