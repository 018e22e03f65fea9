package sssp

import (
	"cmp"
	"fmt"
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/ref"
	"kernelscope/scene/graph"
	"kernelscope/shaders"
)

// AppendRelax holds the arguments of sssp_append_relax.
type AppendRelax[B any] struct {
	Stall compute.Constant // 1: do not follow edges beyond the target's distance
	Count compute.Constant // 1: count entries of nodes that were relaxed before

	FirstOut, Head, Weight, Dist, NearQueue, FarQueue, RelaxedAt, Control B
}

// MirrorAppendRelax mirrors sssp_append_relax.
func MirrorAppendRelax(g compute.Grid, a AppendRelax[[]uint32]) {
	c, near, far := control(a.Control), halves(a.NearQueue), halves(a.FarQueue)
	beyond, next := c.beyond(a.Stall), 1-c[shaders.ControlNearSide]
	for i := range min(uint32(g.Invocations()), c[shaders.ControlNear]) {
		u := near[c[shaders.ControlNearSide]*near.size()+i]
		d := a.Dist[u]
		if a.Count != 0 {
			if a.RelaxedAt[u] == d {
				c[shaders.ControlRepeated]++
			}
			a.RelaxedAt[u] = d
		}
		for e := a.FirstOut[u]; e < a.FirstOut[u+1]; e++ {
			v := a.Head[e]
			via := addSaturating(d, a.Weight[e])
			c[shaders.ControlRelaxed]++
			switch {
			case via >= a.Dist[v]:
				continue
			case via >= beyond:
				c[shaders.ControlStalled]++
				continue
			}
			a.Dist[v] = via
			c[shaders.ControlShortened]++
			least, queue, side := shaders.ControlMinNear, near, next
			if via >= c[shaders.ControlThreshold] {
				least, queue, side = shaders.ControlMinFar, far, c[shaders.ControlFarSide]
			}
			c[least] = min(c[least], via)
			if !queue.append(side, v) {
				c[shaders.ControlOverflow] = 1
			}
		}
	}
	c.closeAppend(a, g.Size)
}

// closeAppend performs the work of the last workgroup of sssp_append_relax.
func (c control) closeAppend(a AppendRelax[[]uint32], size int) {
	near, far := halves(a.NearQueue), halves(a.FarQueue)
	c.countRound()
	c.add(shaders.ControlRepeatedLow, shaders.ControlRepeated)
	*near.count(c[shaders.ControlNearSide]) = 0
	c[shaders.ControlNearSide] = 1 - c[shaders.ControlNearSide]
	nearCount, farCount := near.count(c[shaders.ControlNearSide]), far.count(c[shaders.ControlFarSide])
	if c[shaders.ControlOverflow] != 0 {
		c[shaders.ControlOverflow], c[shaders.ControlNear], c[shaders.ControlFar] = 0, 0, 0
		*nearCount, *farCount = 0, 0
		c[shaders.ControlRecoveries]++
		c[shaders.ControlMinNear], c[shaders.ControlMinFar] = graph.Unreached, graph.Unreached
		c[shaders.ControlFinished], c[shaders.ControlRelaxGroups] = 0, 0
		c.orderCompaction(shaders.CompactAll, uint32(len(a.Dist)), size)
		return
	}
	c[shaders.ControlNear], c[shaders.ControlFar] = *nearCount, *farCount
	if c.beginBucket(a.Dist, size) {
		c.orderCompaction(shaders.CompactFar, c[shaders.ControlFar], size)
	}
}

// AgreeOnAppendRelax does not require the distances and entries of the mirror, which depend on the
// order of invocations. It checks that nothing is invented and nothing is lost. A decreased
// distance must be the length of a path over a near node. No edge of a near node may still shorten
// the earlier distance of its head. Every node whose distance decreased must be in the queue for
// that distance, unless a queue was full and all nodes are compacted next. The number of new
// entries must equal the number of improving edges.
func AgreeOnAppendRelax(before, device, mirror AppendRelax[[]uint32]) error {
	b, d := control(before.Control), control(device.Control)
	near, far := halves(device.NearQueue), halves(device.FarQueue)
	lowest, highest := map[uint32]uint32{}, map[uint32]uint32{} // distances that the round may and must reach
	beyond, entries := b.beyond(device.Stall), halves(before.NearQueue)[b[shaders.ControlNearSide]*near.size():][:b[shaders.ControlNear]]
	for _, u := range entries {
		for e := device.FirstOut[u]; e < device.FirstOut[u+1]; e++ {
			v, w := device.Head[e], device.Weight[e]
			at := func(dist uint32) uint32 {
				if via := addSaturating(dist, w); via < beyond {
					return via
				}
				return graph.Unreached
			}
			if _, ok := lowest[v]; !ok {
				lowest[v], highest[v] = graph.Unreached, before.Dist[v]
			}
			lowest[v], highest[v] = min(lowest[v], at(device.Dist[u])), min(highest[v], at(before.Dist[u]))
		}
	}
	appended := func(queue, was halves, side, old uint32) map[uint32]bool {
		out := map[uint32]bool{}
		for _, v := range queue.entries(side)[min(old, uint32(len(queue.entries(side)))):] {
			out[v] = true
		}
		return out
	}
	full := d[shaders.ControlCompacting] == shaders.CompactAll
	newNear := appended(near, entries, 1-b[shaders.ControlNearSide], 0)
	newFar := appended(far, nil, b[shaders.ControlFarSide], *halves(before.FarQueue).count(b[shaders.ControlFarSide]))
	for v, x := range device.Dist {
		low, ok := lowest[uint32(v)]
		switch was := before.Dist[v]; {
		case x > was || x < was && (!ok || x < low):
			return fmt.Errorf("Dist[%d] is %d, was %d, and the shortest path over a near node is %d", v, x, was, low)
		case ok && x > highest[uint32(v)]:
			return fmt.Errorf("Dist[%d] is %d, and a near node leads there at %d", v, x, highest[uint32(v)])
		case x < was && !full && x < b[shaders.ControlThreshold] && !newNear[uint32(v)], x < was && !full && x >= b[shaders.ControlThreshold] && !newFar[uint32(v)]:
			return fmt.Errorf("Dist[%d] fell from %d to %d, but the node is in no queue", v, was, x)
		}
	}
	for _, queue := range []map[uint32]bool{newNear, newFar} {
		for v := range queue {
			if device.Dist[v] >= before.Dist[v] {
				return fmt.Errorf("node %d was appended, but its distance is still %d", v, device.Dist[v])
			}
		}
	}
	return cmp.Or(agreeOnAppended(b, d, control(mirror.Control), full), agreeOnClose(before, device, mirror, newNear, newFar, full), ref.Same("FirstOut", device.FirstOut, before.FirstOut), ref.Same("Head", device.Head, before.Head), ref.Same("Weight", device.Weight, before.Weight))
}

// agreeOnAppended compares the counters.
func agreeOnAppended(before, device, mirror control, full bool) error {
	improved := device[shaders.ControlShortenedLow] - before[shaders.ControlShortenedLow]
	entries := device[shaders.ControlNear] + device[shaders.ControlFar] - before[shaders.ControlFar]
	walked, stalled := device[shaders.ControlRelaxedLow]-before[shaders.ControlRelaxedLow], device[shaders.ControlStalledLow]-before[shaders.ControlStalledLow]
	repeated := device[shaders.ControlRepeatedLow] - before[shaders.ControlRepeatedLow]
	switch {
	case device[shaders.ControlRelaxedLow] != mirror[shaders.ControlRelaxedLow] || device[shaders.ControlRound] != mirror[shaders.ControlRound]:
		return fmt.Errorf("Control: %d edges relaxed after round %d, in the mirror %d after %d", device[shaders.ControlRelaxedLow], device[shaders.ControlRound], mirror[shaders.ControlRelaxedLow], mirror[shaders.ControlRound])
	case !full && improved != entries:
		return fmt.Errorf("Control: %d edges improved a distance, but %d entries are new", improved, entries)
	case stalled > walked || repeated > before[shaders.ControlNear]:
		return fmt.Errorf("Control: %d of %d edges stalled, %d of %d nodes repeated", stalled, walked, repeated, before[shaders.ControlNear])
	}
	return nil
}

// agreeOnClose repeats the work of the last workgroup, given what the others have found, and compares all of Control but the grids. Of
// nodes that were appended to a queue, the least distance is the one that they have now.
func agreeOnClose(before, device, mirror AppendRelax[[]uint32], newNear, newFar map[uint32]bool, full bool) error {
	c, d := control(slices.Clone(before.Control)), device.Control
	c[shaders.ControlRelaxed] = mirror.Control[shaders.ControlRelaxedLow] - c[shaders.ControlRelaxedLow]
	for low, amount := range map[int]int{shaders.ControlShortenedLow: shaders.ControlShortened, shaders.ControlStalledLow: shaders.ControlStalled, shaders.ControlRepeatedLow: shaders.ControlRepeated} {
		c[amount] = d[low] - c[low]
	}
	if full {
		c[shaders.ControlOverflow] = 1
	}
	for v := range newNear {
		c[shaders.ControlMinNear] = min(c[shaders.ControlMinNear], device.Dist[v])
	}
	for v := range newFar {
		if x := device.Dist[v]; x >= c[shaders.ControlThreshold] {
			c[shaders.ControlMinFar] = min(c[shaders.ControlMinFar], x)
		}
	}
	if d[shaders.ControlNear] > 0 { // a node may have become far before it became near
		c[shaders.ControlMinFar] = min(c[shaders.ControlMinFar], d[shaders.ControlMinFar])
	}
	device.NearQueue, device.FarQueue = slices.Clone(device.NearQueue), slices.Clone(device.FarQueue)
	c.closeAppend(device, 1)
	for _, groups := range []int{shaders.ControlRelaxGroups, shaders.ControlSiftGroups} {
		copy(c[groups:groups+3], d[groups:])
	}
	return ref.Same("Control", d, c)
}
