package sssp

import (
	"cmp"

	"kernelscope/compute"
	"kernelscope/compute/ref"
	"kernelscope/shaders"
)

// Sift holds the buffers of sssp_sift.
type Sift[B any] struct {
	Dist, NextDist, ImprovedQueue, ImprovedSet, NearQueue, FarQueue, FarSet, Control B
}

// MirrorSift mirrors sssp_sift.
func MirrorSift(g compute.Grid, a Sift[[]uint32]) {
	c := control(a.Control)
	half := uint32(len(a.FarQueue) / 2)
	compacting := c[shaders.ControlCompacting] != 0
	into := c[shaders.ControlFarSide] * half
	from := half - into
	for i := range min(uint32(g.Invocations()), c[shaders.ControlSifting]) {
		var v uint32
		if compacting {
			v = a.FarQueue[from+i]
		} else {
			v = a.ImprovedQueue[i]
			a.Dist[v] = a.NextDist[v]
			ref.Remove(a.ImprovedSet, v)
		}
		d := a.NextDist[v]
		switch {
		case d >= c[shaders.ControlThreshold]:
			c[shaders.ControlMinFar] = min(c[shaders.ControlMinFar], d)
			if ref.Insert(a.FarSet, v) || compacting {
				a.FarQueue[into+c[shaders.ControlFar]] = v
				c[shaders.ControlFar]++
			}
			continue
		case ref.Contains(a.FarSet, v):
			ref.Remove(a.FarSet, v)
			if !compacting {
				c[shaders.ControlStale]++
			}
		}
		if d >= c[shaders.ControlSettled] {
			c[shaders.ControlMinNear] = min(c[shaders.ControlMinNear], d)
			a.NearQueue[c[shaders.ControlNear]] = v
			c[shaders.ControlNear]++
		}
	}
	c[shaders.ControlCompacting] = 0
	if c.beginBucket(a.Dist, g.Size) {
		c[shaders.ControlCompacting] = 1
		c[shaders.ControlSifting], c[shaders.ControlFar], c[shaders.ControlStale] = c[shaders.ControlFar], 0, 0
		c[shaders.ControlFarSide] = 1 - c[shaders.ControlFarSide]
		c.setGroups(shaders.ControlSiftGroups, c[shaders.ControlSifting], g.Size)
	}
}

// AgreeOnSift allows any order of the entries added to the near and the far queue. In the far
// queue, they are in the half that was in use before the dispatch, after the entries already there.
func AgreeOnSift(before, device, mirror Sift[[]uint32]) error {
	half, side := len(mirror.FarQueue)/2, int(before.Control[shaders.ControlFarSide])
	old, now := int(before.Control[shaders.ControlFar]), int(mirror.Control[shaders.ControlFar])
	near := int(mirror.Control[shaders.ControlNear])
	if mirror.Control[shaders.ControlCompacting] != 0 { // the next bucket has begun
		now, near = int(mirror.Control[shaders.ControlSifting]), 0
	}
	return cmp.Or(
		ref.Same("Control", device.Control, mirror.Control),
		ref.Same("Dist", device.Dist, mirror.Dist),
		ref.Same("ImprovedSet", device.ImprovedSet, mirror.ImprovedSet),
		ref.Same("FarSet", device.FarSet, mirror.FarSet),
		ref.SameSet("NearQueue", device.NearQueue, mirror.NearQueue, 0, near),
		ref.SameSet("FarQueue", device.FarQueue, mirror.FarQueue, side*half+old, now-old),
	)
}
