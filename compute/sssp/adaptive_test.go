package sssp_test

import (
	"context"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/scene/graph"
)

// An adaptive search widens buckets whose rounds have too few nodes and narrows those that have too many, within bounds, and
// each dispatch agrees with its mirror.
func TestAdaptiveLockstep(t *testing.T) {
	d := gputest.Open(t)
	m := ssspgen.Grid(5, 30, 24, 30)
	q := sssp.Query{Source: 360, Target: graph.NoNode}
	for _, a := range []sssp.Algorithm{sssp.NearFar{}, sssp.NearFarAppend{}, sssp.DeltaStepping{}} {
		for at, be := range map[string]compute.Backend{"device": d, "lockstep": host.NewLockstep(context.Background(), d), "host": host.New()} {
			s := prepare(t, a, be, m)
			for _, c := range []struct{ goal, first, least, most uint32 }{{1, 64, 4, 63}, {100000, 64, 65, 1024}, {40, 4, 5, 64}, {10, 200, 12, 199}, {100000, 1 << 24, 1 << 24, 1 << 24}} {
				sssp.SetGoal(s, c.goal)
				events := search(t, s, m, q, compute.Values{sssp.Rule: sssp.Adaptive, sssp.Delta: c.first, sssp.Batch: 1})
				low, high := c.first, c.first
				for _, e := range events {
					low, high = min(low, e.Delta), max(high, e.Delta)
					if f := extra(t, e, sssp.FactDelta); f != int(e.Delta) {
						t.Fatalf("delta is told as %d, not %d", f, e.Delta)
					}
				}
				if last := events[len(events)-1].Delta; last < c.least || last > c.most || low < max(1, c.first/16) || high > min(16*c.first, 1<<24) {
					t.Errorf("%s on %s, goal %d: delta goes from %d to %d, between %d and %d", a.Name(), at, c.goal, c.first, last, low, high)
				}
			}
		}
	}
}

// Batches of an adaptive search double while all of their rounds are used, from the one that is given.
func TestAdaptiveBatch(t *testing.T) {
	m := ssspgen.Path(300, 5)
	s := prepare(t, sssp.NearFar{}, host.New(), m)
	events := search(t, s, m, sssp.Query{Source: 0, Target: graph.NoNode}, compute.Values{sssp.Rule: sssp.Adaptive, sssp.Delta: 1, sssp.Batch: 16})
	steps, before := []uint32{16, 32, 64, 128, 256}, uint32(0)
	for i, e := range events[:len(events)-1] {
		if got := e.Step - before; i < len(steps) && got != steps[i] {
			t.Errorf("submission %d has %d steps, not %d", i, got, steps[i])
		}
		before = e.Step
	}
	if len(events) < 4 {
		t.Errorf("it has %d submissions", len(events))
	}
	r, err := s.Start(sssp.Query{Source: 0, Target: 9}, compute.Values{sssp.Rule: sssp.Adaptive})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	if v := r.Values(); v[sssp.Delta] != sssp.AutoDelta(m.Graph) || v[sssp.Batch] != 32 {
		t.Errorf("it begins with %v", v)
	}
}
