package ref

import (
	"cmp"

	"kernelscope/compute"
)

// SSSPSift holds the buffers of sssp_sift.
type SSSPSift[B any] struct {
	Dist, NextDist, ImprovedQueue, ImprovedSet, NearQueue, FarQueue, FarSet, Control B
}

// MirrorSSSPSift mirrors sssp_sift.
func MirrorSSSPSift(g compute.Grid, a SSSPSift[[]uint32]) {
	c := control(a.Control)
	half := uint32(len(a.FarQueue) / 2)
	compacting := c[ControlCompacting] != 0
	into := c[ControlFarSide] * half
	from := half - into
	for i := range min(uint32(g.Invocations()), c[ControlSifting]) {
		var v uint32
		if compacting {
			v = a.FarQueue[from+i]
		} else {
			v = a.ImprovedQueue[i]
			a.Dist[v] = a.NextDist[v]
			Remove(a.ImprovedSet, v)
		}
		d := a.NextDist[v]
		switch {
		case d >= c[ControlThreshold]:
			c[ControlMinFar] = min(c[ControlMinFar], d)
			if Insert(a.FarSet, v) || compacting {
				a.FarQueue[into+c[ControlFar]] = v
				c[ControlFar]++
			}
			continue
		case Contains(a.FarSet, v):
			Remove(a.FarSet, v)
			if !compacting {
				c[ControlStale]++
			}
		}
		if d >= c[ControlSettled] {
			c[ControlMinNear] = min(c[ControlMinNear], d)
			a.NearQueue[c[ControlNear]] = v
			c[ControlNear]++
		}
	}
	c[ControlCompacting] = 0
	if c.beginBucket(a.Dist, g.Size) {
		c[ControlCompacting] = 1
		c[ControlSifting], c[ControlFar], c[ControlStale] = c[ControlFar], 0, 0
		c[ControlFarSide] = 1 - c[ControlFarSide]
		c.setGroups(ControlSiftGroups, c[ControlSifting], g.Size)
	}
}

// AgreeOnSift allows any order of the entries added to the near and the far queue. In the far
// queue, they are in the half that was in use before the dispatch, after the entries already there.
func AgreeOnSift(before, device, mirror SSSPSift[[]uint32]) error {
	half, side := len(mirror.FarQueue)/2, int(before.Control[ControlFarSide])
	old, now := int(before.Control[ControlFar]), int(mirror.Control[ControlFar])
	near := int(mirror.Control[ControlNear])
	if mirror.Control[ControlCompacting] != 0 { // the next bucket has begun
		now, near = int(mirror.Control[ControlSifting]), 0
	}
	return cmp.Or(
		Same("Control", device.Control, mirror.Control),
		Same("Dist", device.Dist, mirror.Dist),
		Same("ImprovedSet", device.ImprovedSet, mirror.ImprovedSet),
		Same("FarSet", device.FarSet, mirror.FarSet),
		SameSet("NearQueue", device.NearQueue, mirror.NearQueue, 0, near),
		SameSet("FarQueue", device.FarQueue, mirror.FarQueue, side*half+old, now-old),
	)
}
