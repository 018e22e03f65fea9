package sssp_test

import (
	"context"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// extra returns a fact that only some searches count.
func extra(t *testing.T, e sssp.Event, name string) int {
	t.Helper()
	for _, f := range e.More {
		if f.Name == name {
			return int(f.Value)
		}
	}
	t.Fatalf("%+v has no %s", e, name)
	return 0
}

// layered is a graph in which each of some nodes improves all of as many others after the
// one before it: there are far more improvements than nodes.
func layered() *scene.Map {
	const each = 40
	var arcs []graph.Arc
	for i := range uint32(each) {
		arcs = append(arcs, graph.Arc{Tail: 0, Head: 1 + i, Time: i})
		for k := range uint32(each) {
			arcs = append(arcs, graph.Arc{Tail: 1 + i, Head: 1 + each + k, Time: 1000 - 2*i})
		}
	}
	return ssspgen.Map(1+2*each, arcs)
}

// Where a queue is full both are rebuilt: the answer is right, and every dispatch agrees
// with its mirror.
func TestAppendOverflows(t *testing.T) {
	d := gputest.Open(t)
	recovers := func(at string, be compute.Backend, m *scene.Map, delta uint32) {
		events := search(t, prepare(t, sssp.NearFarAppend{}, be, m), m, sssp.Query{Source: 0, Target: graph.NoNode}, compute.Values{sssp.Delta: delta, sssp.Count: 2})
		if extra(t, events[len(events)-1], sssp.FactRecoveries) == 0 {
			t.Errorf("%s, delta %d: no queue overflowed", at, delta)
		}
	}
	for _, delta := range []uint32{500, 20000} { // the far queue overflows, or the near queue
		for at, be := range map[string]compute.Backend{"device": d, "lockstep": host.NewLockstep(context.Background(), d), "host": host.New()} {
			recovers(at, be, layered(), delta)
		}
	}
	recovers("hubs", d, ssspgen.Hubs(1), 20000)
}

// What the duplicates cost: every improved edge is an entry. Those that are not dropped or
// repeated are as many as the nodes that Near-Far queues at most.
func TestAppendCounts(t *testing.T) {
	m := ssspgen.Grid(3, 40, 30, 30)
	q := sssp.Query{Source: 0, Target: graph.NoNode}
	events := search(t, prepare(t, sssp.NearFarAppend{}, host.New(), m), m, q, compute.Values{sssp.Delta: 60, sssp.Count: 2})
	last := events[len(events)-1]
	dropped, repeated := extra(t, last, sssp.FactDropped), extra(t, last, sssp.FactRepeated)
	if dropped == 0 || repeated == 0 || extra(t, last, sssp.FactRecoveries) != 0 || dropped+repeated >= int(last.Improved) {
		t.Errorf("%d entries, %d dropped, %d repeated: %+v", last.Improved, dropped, repeated, last)
	}
	events = search(t, prepare(t, sssp.NearFarAppend{}, host.New(), m), m, q, compute.Values{sssp.Delta: 1})
	for _, f := range events[len(events)-1].More {
		if f.Name == sssp.FactRepeated {
			t.Error("repeated entries are reported, and nobody counted them")
		}
	}
}

// A search that stalls does less beyond its target, and nothing less before it.
func TestStall(t *testing.T) {
	d := gputest.Open(t)
	m := ssspgen.Grid(3, 60, 50, 30)
	for _, a := range sssp.Algorithms() {
		if _, ok := a.(sssp.Frontier); ok || a.About().OnHost {
			continue
		}
		s := prepare(t, a, d, m)
		q := sssp.Query{Source: 0, Target: 1500}
		without, with := search(t, s, m, q, compute.Values{sssp.Delta: 400}), search(t, s, m, q, compute.Values{sssp.Delta: 400, sssp.Stall: 2})
		one, other := without[len(without)-1], with[len(with)-1]
		if other.Relaxed >= one.Relaxed || extra(t, other, sssp.FactStalled) == 0 {
			t.Errorf("%s: %d edges are relaxed, %d while stalling, %d are stalled", a.Name(), one.Relaxed, other.Relaxed, extra(t, other, sssp.FactStalled))
		}
		all := sssp.Query{Source: 0, Target: graph.NoNode}
		with = search(t, s, m, all, compute.Values{sssp.Delta: 400, sssp.Stall: 2})
		if extra(t, with[len(with)-1], sssp.FactStalled) != 0 {
			t.Errorf("%s: without a target something stalls", a.Name())
		}
	}
}
