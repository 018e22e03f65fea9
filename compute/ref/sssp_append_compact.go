package ref

import (
	"cmp"

	"kernelscope/compute"
	"kernelscope/scene/graph"
)

// SSSPAppendCompact holds the buffers of sssp_append_compact.
type SSSPAppendCompact[B any] struct {
	Dist, NearQueue, FarQueue, MetSet, Control B
}

// MirrorSSSPAppendCompact mirrors sssp_append_compact.
func MirrorSSSPAppendCompact(g compute.Grid, a SSSPAppendCompact[[]uint32]) {
	c, near, far := control(a.Control), halves(a.NearQueue), halves(a.FarQueue)
	side := c[ControlFarSide]
	for i := range min(uint32(g.Invocations()), c[ControlSifting]) {
		v, waits := i, true
		if c[ControlCompacting] == CompactFar {
			v = far[side*far.size()+i]
			waits = Insert(a.MetSet, v)
		}
		d := a.Dist[v]
		switch {
		case !waits || d < c[ControlSettled] || d == graph.Unreached:
			if c[ControlCompacting] == CompactFar {
				c[ControlDropped]++
			}
		case d < c[ControlThreshold]:
			near.append(c[ControlNearSide], v)
			c[ControlMinNear] = min(c[ControlMinNear], d)
		default:
			far.append(1-side, v)
			c[ControlMinFar] = min(c[ControlMinFar], d)
		}
	}
	*far.count(side) = 0
	side = 1 - side
	c[ControlNear], c[ControlFar], c[ControlFarSide], c[ControlCompacting] = *near.count(c[ControlNearSide]), *far.count(side), side, 0
	c.add(ControlDroppedLow, ControlDropped)
	if c.beginBucket(a.Dist, g.Size) {
		c.orderCompaction(CompactFar, c[ControlFar], g.Size)
	}
}

// AgreeOnAppendCompact allows any order of the entries in both queues.
func AgreeOnAppendCompact(before, device, mirror SSSPAppendCompact[[]uint32]) error {
	b, near, far := control(before.Control), halves(mirror.NearQueue), halves(mirror.FarQueue)
	kept := 1 - b[ControlFarSide]
	return cmp.Or(
		Same("Control", device.Control, mirror.Control),
		Same("Dist", device.Dist, mirror.Dist),
		Same("MetSet", device.MetSet, mirror.MetSet),
		SameSet("NearQueue", device.NearQueue, mirror.NearQueue, int(b[ControlNearSide]*near.size()), int(*near.count(b[ControlNearSide]))),
		SameSet("FarQueue", device.FarQueue, mirror.FarQueue, int(kept*far.size()), int(*far.count(kept))),
	)
}
