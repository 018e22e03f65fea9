package sssp

import (
	"cmp"
	"fmt"

	"kernelscope/compute"
	"kernelscope/compute/ref"
	"kernelscope/scene/graph"
	"kernelscope/shaders"
)

// Chain holds the buffers of sssp_frontier_chain.
type Chain[B any] struct{ Records, Edges, Dist, NearQueue, FarQueue, Frontier B }

// MirrorFrontierChain mirrors sssp_frontier_chain.
func MirrorFrontierChain(_ compute.Grid, a Chain[[]uint32]) {
	f := search{a, a.Frontier, true}
	if f.paused() {
		return
	}
	f.pass()
	f.decide()
	f.order()
}

// AgreeOnFrontier does not require the entries of the mirror, whose number depends on the order of
// invocations. It checks that nothing is invented and nothing is lost: every distance is the length
// of a path, and if an edge could still shorten a distance, its tail is in a queue. The device must
// have made progress if the mirror has.
func AgreeOnFrontier(before, device, mirror Chain[[]uint32]) error {
	s := device.Frontier
	if s[shaders.FrontierRound] != before.Frontier[shaders.FrontierRound] && s[shaders.FrontierMode] == shaders.PassRelax {
		isSettled := s[shaders.FrontierTarget] != graph.NoNode && s[shaders.FrontierTargetDist] <= s[shaders.FrontierSettled]
		if isDone := s[shaders.FrontierNear] == 0 || isSettled; isDone != (s[shaders.FrontierDone] != 0) {
			return fmt.Errorf("Frontier: done is %d with %d entries and the target at %d", s[shaders.FrontierDone], s[shaders.FrontierNear], s[shaders.FrontierTargetDist])
		}
	}
	return cmp.Or(agreeOnDistances(before, device, mirror), agreeOnBooks(before, device, true))
}

func agreeOnDistances(before, device, mirror Chain[[]uint32]) error {
	s := device.Frontier
	waiting := map[[2]uint32]bool{}
	for _, q := range []struct {
		queue []uint32
		count uint32
	}{
		{half(device.NearQueue, s[shaders.FrontierNearSide]), s[shaders.FrontierNear]},
		{half(device.NearQueue, 1-s[shaders.FrontierNearSide]), s[shaders.FrontierNext]},
		{half(device.FarQueue, s[shaders.FrontierFarSide]), s[shaders.FrontierFar]},
	} {
		for i := range min(int(q.count), len(q.queue)/2) {
			waiting[[2]uint32{q.queue[2*i], q.queue[2*i+1]}] = true
		}
	}
	lowest := make([]uint32, len(device.Dist))
	for v := range lowest {
		lowest[v] = graph.Unreached
	}
	finished := s[shaders.FrontierDone] != 0 && s[shaders.FrontierTarget] != graph.NoNode
	for u, d := range device.Dist {
		if d == graph.Unreached {
			continue
		}
		lost := !finished && !waiting[[2]uint32{uint32(u), d}] && !(s[shaders.FrontierMode] == shaders.PassScan && d >= s[shaders.FrontierSettled])
		for _, e := range EdgesOf(device.Records, device.Edges, uint32(u)) {
			v := e[0] &^ shaders.FrontierDeadEnd
			via := addSaturating(d, e[1])
			lowest[v] = min(lowest[v], via)
			if lost && via < device.Dist[v] {
				return fmt.Errorf("Dist[%d] is %d and could lower Dist[%d] from %d to %d, but node %d is in no queue", u, d, v, device.Dist[v], via, u)
			}
		}
	}
	for v, d := range device.Dist {
		if d > before.Dist[v] || d != before.Dist[v] && d < lowest[v] {
			return fmt.Errorf("Dist[%d] is %d, was %d, and the shortest path is %d", v, d, before.Dist[v], lowest[v])
		}
	}
	return cmp.Or(
		ref.Same("Records", device.Records, before.Records),
		ref.Same("Edges", device.Edges, before.Edges),
		progressed(before.Frontier, s, mirror.Frontier),
	)
}

// progressed checks that a dispatch made a pass if its mirror did.
func progressed(before, device, mirror []uint32) error {
	passes := func(s []uint32) uint32 {
		return s[shaders.FrontierRound] + s[shaders.FrontierPhase] + s[shaders.FrontierRecoveries]
	}
	if passes(mirror) > passes(before) && passes(device) <= passes(before) && device[shaders.FrontierMode] == before[shaders.FrontierMode] {
		return fmt.Errorf("Frontier: no pass was made")
	}
	return nil
}
