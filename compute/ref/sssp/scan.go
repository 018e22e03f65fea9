package sssp

import (
	"cmp"

	"kernelscope/compute"
	"kernelscope/compute/ref"
	"kernelscope/scene/graph"
	"kernelscope/shaders"
)

// Scan holds the buffers of sssp_scan.
type Scan[B any] struct {
	Dist, NextDist, ChangedSet, NearQueue, Control B
}

// MirrorScan mirrors sssp_scan.
func MirrorScan(g compute.Grid, a Scan[[]uint32]) {
	c := control(a.Control)
	for v := range uint32(len(a.Dist)) {
		if !ref.Contains(a.ChangedSet, v) {
			continue
		}
		d := a.NextDist[v]
		a.Dist[v] = d
		if d >= c[shaders.ControlThreshold] {
			c[shaders.ControlMinFar] = min(c[shaders.ControlMinFar], d)
			continue
		}
		ref.Remove(a.ChangedSet, v)
		c[shaders.ControlMinNear] = min(c[shaders.ControlMinNear], d)
		a.NearQueue[c[shaders.ControlNear]] = v
		c[shaders.ControlNear]++
	}
	c[shaders.ControlFar] += c[shaders.ControlSifting] - c[shaders.ControlNear]
	c[shaders.ControlSifting] = 0
	c.beginBucket(a.Dist, g.Size)
	c[shaders.ControlMinFar] = graph.Unreached
}

// AgreeOnScan allows any order of the near queue.
func AgreeOnScan(_, device, mirror Scan[[]uint32]) error {
	return cmp.Or(
		ref.Same("Control", device.Control, mirror.Control),
		ref.Same("Dist", device.Dist, mirror.Dist),
		ref.Same("ChangedSet", device.ChangedSet, mirror.ChangedSet),
		ref.SameSet("NearQueue", device.NearQueue, mirror.NearQueue, 0, int(mirror.Control[shaders.ControlNear])),
	)
}
