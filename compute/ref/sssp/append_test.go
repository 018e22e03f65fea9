package sssp

import (
	"slices"
	"testing"

	"kernelscope/compute"
	"kernelscope/scene/graph"
	"kernelscope/shaders"
)

// AgreeOnAppendRelax accepts every order of invocations in a round on a small graph, and refuses
// wrong results.
func TestAgreeOnAppendRelax(t *testing.T) {
	const n = 4
	inf := uint32(graph.Unreached)
	before := AppendRelax[[]uint32]{
		FirstOut: []uint32{0, 2, 4, 4, 4}, Head: []uint32{2, 3, 2, 3}, Weight: []uint32{5, 50, 3, 60}, Dist: []uint32{1, 2, inf, inf},
		NearQueue: make([]uint32, 2*(n+1)), FarQueue: make([]uint32, 2*(n+1)), RelaxedAt: slices.Repeat([]uint32{inf}, n), Control: make([]uint32, ControlWords),
	}
	copy(before.NearQueue, []uint32{0, 1})
	before.NearQueue[n] = 2
	c := control(before.Control)
	c[shaders.ControlNear], c[shaders.ControlDelta], c[shaders.ControlThreshold], c[shaders.ControlTarget] = 2, 10, 10, graph.NoNode
	c[shaders.ControlMinNear], c[shaders.ControlMinFar], c[shaders.ControlTargetDist] = inf, inf, inf
	round := func(tamper func(AppendRelax[[]uint32])) error {
		run := func() AppendRelax[[]uint32] {
			a := before
			for _, b := range []*[]uint32{&a.Dist, &a.NearQueue, &a.FarQueue, &a.RelaxedAt, &a.Control} {
				*b = slices.Clone(*b)
			}
			MirrorAppendRelax(compute.GridFor(2, 32), a)
			return a
		}
		device := run()
		tamper(device)
		return AgreeOnAppendRelax(before, device, run())
	}
	if err := round(func(AppendRelax[[]uint32]) {}); err != nil {
		t.Errorf("the mirror does not agree with itself: %v", err)
	}
	for name, tamper := range map[string]func(AppendRelax[[]uint32]){
		"a distance is too low":            func(a AppendRelax[[]uint32]) { a.Dist[2] = 4 },
		"a distance is too high":           func(a AppendRelax[[]uint32]) { a.Dist[2] = 6 },
		"a near entry is missing":          func(a AppendRelax[[]uint32]) { a.NearQueue[n+1], a.NearQueue[n+2] = 3, 3 },
		"a far entry is missing":           func(a AppendRelax[[]uint32]) { a.FarQueue[0] = 2 },
		"an entry is invented":             func(a AppendRelax[[]uint32]) { a.FarQueue[0] = 0 },
		"an entry is not counted":          func(a AppendRelax[[]uint32]) { a.Control[shaders.ControlNear]-- },
		"edges are counted wrong":          func(a AppendRelax[[]uint32]) { a.Control[shaders.ControlRelaxedLow]++ },
		"more edges stall than there are":  func(a AppendRelax[[]uint32]) { a.Control[shaders.ControlStalledLow]-- },
		"more nodes repeat than there are": func(a AppendRelax[[]uint32]) { a.Control[shaders.ControlRepeatedLow] += 3 },
		"nodes without a way changed":      func(a AppendRelax[[]uint32]) { a.Dist[0] = 0 },
	} {
		if round(tamper) == nil {
			t.Errorf("%s, and they agree", name)
		}
	}
}
