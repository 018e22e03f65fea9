package ref

import (
	"cmp"

	"kernelscope/compute"
	"kernelscope/scene/graph"
)

// SSSPScan holds the buffers of sssp_scan.
type SSSPScan[B any] struct {
	Dist, NextDist, ChangedSet, NearQueue, Control B
}

// MirrorSSSPScan mirrors sssp_scan.
func MirrorSSSPScan(g compute.Grid, a SSSPScan[[]uint32]) {
	c := control(a.Control)
	for v := range uint32(len(a.Dist)) {
		if !Contains(a.ChangedSet, v) {
			continue
		}
		d := a.NextDist[v]
		a.Dist[v] = d
		if d >= c[ControlThreshold] {
			c[ControlMinFar] = min(c[ControlMinFar], d)
			continue
		}
		Remove(a.ChangedSet, v)
		c[ControlMinNear] = min(c[ControlMinNear], d)
		a.NearQueue[c[ControlNear]] = v
		c[ControlNear]++
	}
	c[ControlFar] += c[ControlSifting] - c[ControlNear]
	c[ControlSifting] = 0
	c.beginBucket(a.Dist, g.Size)
	c[ControlMinFar] = graph.Unreached
}

// AgreeOnScan allows any order of the near queue.
func AgreeOnScan(_, device, mirror SSSPScan[[]uint32]) error {
	return cmp.Or(
		Same("Control", device.Control, mirror.Control),
		Same("Dist", device.Dist, mirror.Dist),
		Same("ChangedSet", device.ChangedSet, mirror.ChangedSet),
		SameSet("NearQueue", device.NearQueue, mirror.NearQueue, 0, int(mirror.Control[ControlNear])),
	)
}
