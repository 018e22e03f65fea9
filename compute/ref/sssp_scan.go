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
		if !contains(a.ChangedSet, v) {
			continue
		}
		d := a.NextDist[v]
		a.Dist[v] = d
		if d >= c[ControlThreshold] {
			c[ControlMinFar] = min(c[ControlMinFar], d)
			continue
		}
		remove(a.ChangedSet, v)
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
		same("Control", device.Control, mirror.Control),
		same("Dist", device.Dist, mirror.Dist),
		same("ChangedSet", device.ChangedSet, mirror.ChangedSet),
		sameSet("NearQueue", device.NearQueue, mirror.NearQueue, 0, int(mirror.Control[ControlNear])),
	)
}
