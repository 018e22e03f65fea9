package sssp

import (
	"cmp"

	"kernelscope/compute"
	"kernelscope/compute/ref"
	"kernelscope/scene/graph"
	"kernelscope/shaders"
)

// AppendCompact holds the buffers of sssp_append_compact.
type AppendCompact[B any] struct {
	Dist, NearQueue, FarQueue, MetSet, Control B
}

// MirrorAppendCompact mirrors sssp_append_compact.
func MirrorAppendCompact(g compute.Grid, a AppendCompact[[]uint32]) {
	c, near, far := control(a.Control), halves(a.NearQueue), halves(a.FarQueue)
	side := c[shaders.ControlFarSide]
	for i := range min(uint32(g.Invocations()), c[shaders.ControlSifting]) {
		v, waits := i, true
		if c[shaders.ControlCompacting] == shaders.CompactFar {
			v = far[side*far.size()+i]
			waits = ref.Insert(a.MetSet, v)
		}
		d := a.Dist[v]
		switch {
		case !waits || d < c[shaders.ControlSettled] || d == graph.Unreached:
			if c[shaders.ControlCompacting] == shaders.CompactFar {
				c[shaders.ControlDropped]++
			}
		case d < c[shaders.ControlThreshold]:
			near.append(c[shaders.ControlNearSide], v)
			c[shaders.ControlMinNear] = min(c[shaders.ControlMinNear], d)
		default:
			far.append(1-side, v)
			c[shaders.ControlMinFar] = min(c[shaders.ControlMinFar], d)
		}
	}
	*far.count(side) = 0
	side = 1 - side
	c[shaders.ControlNear], c[shaders.ControlFar], c[shaders.ControlFarSide], c[shaders.ControlCompacting] = *near.count(c[shaders.ControlNearSide]), *far.count(side), side, 0
	c.add(shaders.ControlDroppedLow, shaders.ControlDropped)
	if c.beginBucket(a.Dist, g.Size) {
		c.orderCompaction(shaders.CompactFar, c[shaders.ControlFar], g.Size)
	}
}

// AgreeOnAppendCompact allows any order of the entries in both queues.
func AgreeOnAppendCompact(before, device, mirror AppendCompact[[]uint32]) error {
	b, near, far := control(before.Control), halves(mirror.NearQueue), halves(mirror.FarQueue)
	kept := 1 - b[shaders.ControlFarSide]
	return cmp.Or(
		ref.Same("Control", device.Control, mirror.Control),
		ref.Same("Dist", device.Dist, mirror.Dist),
		ref.Same("MetSet", device.MetSet, mirror.MetSet),
		ref.SameSet("NearQueue", device.NearQueue, mirror.NearQueue, int(b[shaders.ControlNearSide]*near.size()), int(*near.count(b[shaders.ControlNearSide]))),
		ref.SameSet("FarQueue", device.FarQueue, mirror.FarQueue, int(kept*far.size()), int(*far.count(kept))),
	)
}
