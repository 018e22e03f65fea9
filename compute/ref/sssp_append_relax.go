package ref

import (
	"cmp"
	"fmt"

	"kernelscope/compute"
	"kernelscope/scene/graph"
)

// SSSPAppendRelax holds the arguments of sssp_append_relax.
type SSSPAppendRelax[B any] struct {
	Stall compute.Constant // 1: do not follow edges beyond the target's distance
	Count compute.Constant // 1: count entries of nodes that were relaxed before

	FirstOut, Head, Weight, Dist, NearQueue, FarQueue, RelaxedAt, Control B
}

// MirrorSSSPAppendRelax mirrors sssp_append_relax.
func MirrorSSSPAppendRelax(g compute.Grid, a SSSPAppendRelax[[]uint32]) {
	c, near, far := control(a.Control), halves(a.NearQueue), halves(a.FarQueue)
	beyond, next := c.beyond(a.Stall), 1-c[ControlNearSide]
	for i := range min(uint32(g.Invocations()), c[ControlNear]) {
		u := near[c[ControlNearSide]*near.size()+i]
		d := a.Dist[u]
		if a.Count != 0 {
			if a.RelaxedAt[u] == d {
				c[ControlRepeated]++
			}
			a.RelaxedAt[u] = d
		}
		for e := a.FirstOut[u]; e < a.FirstOut[u+1]; e++ {
			v := a.Head[e]
			via := addSaturating(d, a.Weight[e])
			c[ControlRelaxed]++
			switch {
			case via >= a.Dist[v]:
				continue
			case via >= beyond:
				c[ControlStalled]++
				continue
			}
			a.Dist[v] = via
			c[ControlShortened]++
			least, queue, side := ControlMinNear, near, next
			if via >= c[ControlThreshold] {
				least, queue, side = ControlMinFar, far, c[ControlFarSide]
			}
			c[least] = min(c[least], via)
			if !queue.append(side, v) {
				c[ControlOverflow] = 1
			}
		}
	}
	c.closeAppend(a, g.Size)
}

// closeAppend performs the work of the last workgroup of sssp_append_relax.
func (c control) closeAppend(a SSSPAppendRelax[[]uint32], size int) {
	near, far := halves(a.NearQueue), halves(a.FarQueue)
	c.countRound()
	c.add(ControlRepeatedLow, ControlRepeated)
	*near.count(c[ControlNearSide]) = 0
	c[ControlNearSide] = 1 - c[ControlNearSide]
	nearCount, farCount := near.count(c[ControlNearSide]), far.count(c[ControlFarSide])
	if c[ControlOverflow] != 0 {
		c[ControlOverflow], c[ControlNear], c[ControlFar] = 0, 0, 0
		*nearCount, *farCount = 0, 0
		c[ControlRecoveries]++
		c[ControlMinNear], c[ControlMinFar] = graph.Unreached, graph.Unreached
		c[ControlFinished], c[ControlRelaxGroups] = 0, 0
		c.orderCompaction(CompactAll, uint32(len(a.Dist)), size)
		return
	}
	c[ControlNear], c[ControlFar] = *nearCount, *farCount
	if c.beginBucket(a.Dist, size) {
		c.orderCompaction(CompactFar, c[ControlFar], size)
	}
}

// AgreeOnAppendRelax does not require the distances and entries of the mirror, which depend on the
// order of invocations. It checks that nothing is invented and nothing is lost. A decreased
// distance must be that of a path over a near node. No edge of a near node may still shorten the
// earlier distance of its head. Every node whose distance decreased must be in the queue for that
// distance, unless a queue was full and all nodes are compacted next. The number of new entries
// must equal the number of improving edges.
func AgreeOnAppendRelax(before, device, mirror SSSPAppendRelax[[]uint32]) error {
	b, d := control(before.Control), control(device.Control)
	near, far := halves(device.NearQueue), halves(device.FarQueue)
	lowest, highest := map[uint32]uint32{}, map[uint32]uint32{} // distances that the round may and must reach
	beyond, entries := b.beyond(device.Stall), halves(before.NearQueue)[b[ControlNearSide]*near.size():][:b[ControlNear]]
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
	full := d[ControlCompacting] == CompactAll
	newNear := appended(near, entries, 1-b[ControlNearSide], 0)
	newFar := appended(far, nil, b[ControlFarSide], *halves(before.FarQueue).count(b[ControlFarSide]))
	for v, x := range device.Dist {
		low, ok := lowest[uint32(v)]
		switch was := before.Dist[v]; {
		case x > was || x < was && (!ok || x < low):
			return fmt.Errorf("Dist[%d] is %d, was %d, and the shortest path over a near node is %d", v, x, was, low)
		case ok && x > highest[uint32(v)]:
			return fmt.Errorf("Dist[%d] is %d, and a near node leads there at %d", v, x, highest[uint32(v)])
		case x < was && !full && x < b[ControlThreshold] && !newNear[uint32(v)], x < was && !full && x >= b[ControlThreshold] && !newFar[uint32(v)]:
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
	return cmp.Or(agreeOnAppended(b, d, control(mirror.Control), full), Same("FirstOut", device.FirstOut, before.FirstOut), Same("Head", device.Head, before.Head), Same("Weight", device.Weight, before.Weight))
}

// agreeOnAppended compares the counters.
func agreeOnAppended(before, device, mirror control, full bool) error {
	improved := device[ControlShortenedLow] - before[ControlShortenedLow]
	entries := device[ControlNear] + device[ControlFar] - before[ControlFar]
	switch {
	case device[ControlRelaxedLow] != mirror[ControlRelaxedLow] || device[ControlRound] != mirror[ControlRound]:
		return fmt.Errorf("Control: %d edges relaxed after round %d, in the mirror %d after %d", device[ControlRelaxedLow], device[ControlRound], mirror[ControlRelaxedLow], mirror[ControlRound])
	case !full && improved != entries:
		return fmt.Errorf("Control: %d edges improved a distance, but %d entries are new", improved, entries)
	}
	return nil
}
