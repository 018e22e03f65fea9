package measure_test

import (
	"context"
	"errors"
	"math"
	"math/bits"
	"slices"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/internal/fault"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// plan compares both searches by rank.
func plan(kind experiment.Kind) experiment.Plan {
	p := experiment.Plan{Kind: kind, Work: measure.ByRank, Queries: 2, Repetitions: 2, Seed: 3, Reference: true}
	for _, a := range []sssp.Algorithm{sssp.NearFar{}, sssp.Frontier{}} {
		p.Settings = append(p.Settings, experiment.Setting{Algorithm: a.Name(), Title: a.Title()})
	}
	p.Words = measure.Words(p, graph.ByTime)
	return p
}

// carryOut runs a plan to its end.
func carryOut(t *testing.T, p experiment.Plan, be compute.Backend, on measure.Maps) *experiment.Result {
	t.Helper()
	r := &experiment.Result{Plan: p, Whole: true, Origin: experiment.Origin{Input: "grid", Device: "host", Date: time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)}}
	last := 0.0
	for u, err := range measure.Run(context.Background(), be, sssp.Algorithms(), on, p) {
		if err != nil {
			t.Fatal(err)
		}
		if u.Share < last || u.Share > 1 {
			t.Errorf("the share goes from %g to %g", last, u.Share)
		}
		last = u.Share
		if u.Row != nil {
			r.Rows = append(r.Rows, *u.Row)
		}
	}
	if last != 1 {
		t.Errorf("at the end %g is done", last)
	}
	return r
}

// checkRows compares what rows say with the oracle.
func checkRows(t *testing.T, m *scene.Map, rows []experiment.Row) {
	t.Helper()
	for _, r := range rows {
		fact := func(name string) uint64 { x, _ := r.Fact(name); return uint64(x) }
		target := uint32(graph.NoNode)
		if x, ok := r.Fact("target"); ok {
			target = uint32(x)
		}
		truth := oracle.Dijkstra(m.Graph, uint32(fact("source")), target)
		if !r.Verified || fact("dijkstra_relaxed") != truth.Relaxed || r.Wall <= 0 || r.Group > 0 && truth.Settled[r.Group] != target {
			t.Errorf("%+v: the oracle relaxes %d edges", r, truth.Relaxed)
		}
		if r.Setting == experiment.Reference && (fact("relaxed") != truth.Relaxed || r.GPU != 0) {
			t.Errorf("the reference is %+v", r)
		}
		if r.Setting != experiment.Reference && (fact("relaxed") < truth.Relaxed/2 || r.Values["delta"] == 0) {
			t.Errorf("%+v: too little work", r)
		}
	}
}

func TestRows(t *testing.T) {
	m := ssspgen.Grid(1, 20, 15, 40)
	for name, be := range map[string]compute.Backend{"host": host.New(), "device": gputest.Open(t)} {
		t.Run(name, func(t *testing.T) {
			r := carryOut(t, plan(experiment.Rank), be, measure.On(m))
			ranks := bits.Len(uint(len(m.Graph.Connected()) - 1))
			if want := ranks * 2 * 2 * 3; len(r.Rows) != want {
				t.Errorf("%d rows, want %d", len(r.Rows), want)
			}
			checkRows(t, m, r.Rows)
		})
	}
}

// For each query and repetition all settings take turns, not always in one order.
func TestInterleaved(t *testing.T) {
	r := carryOut(t, plan(experiment.Sweep), host.New(), measure.On(ssspgen.Grid(1, 8, 6, 40)))
	orders := map[[3]int]bool{}
	for turn := range slices.Chunk(r.Rows, 3) {
		var order [3]int
		for i, row := range turn {
			if row.Case != turn[0].Case || row.Repetition != turn[0].Repetition {
				t.Fatalf("rows of %d.%d and %d.%d share a turn", row.Case, row.Repetition, turn[0].Case, turn[0].Repetition)
			}
			order[i] = row.Setting
		}
		orders[order] = true
		slices.Sort(order[:])
		if order != [3]int{experiment.Reference, 0, 1} {
			t.Errorf("a turn has the settings %v", order)
		}
	}
	if len(orders) < 3 {
		t.Errorf("only %d orders", len(orders))
	}
}

// Parts of a map are searched by its weights, closed edges among them.
func TestScale(t *testing.T) {
	m := ssspgen.Grid(1, 80, 60, 40)
	m = m.Reweighed([]uint32{2500, 9000}, func(uint32) uint32 { return graph.Closed })
	p := plan(experiment.Scale)
	p.Work, p.Queries, p.Repetitions = measure.ToAll, 1, 1
	r := carryOut(t, p, host.New(), measure.Parts(m))
	var nodes []int
	for _, s := range p.ByInput(r.Rows) {
		nodes = append(nodes, s.Size)
		if s.Cases != 1 || s.Verified != 1 {
			t.Errorf("%+v", s)
		}
	}
	if want := []int{1200, 1200, 1200, 4800, 4800, 4800}; !slices.Equal(nodes, want) {
		t.Errorf("the maps have %v nodes, want %v", nodes, want)
	}
}

func TestWrongAnswer(t *testing.T) {
	alive := 0
	f := fake{time: func(compute.Values) time.Duration { return 0 }, steps: 1, wrong: true, prepared: &alive}
	p := plan(experiment.Rank)
	p.Settings = []experiment.Setting{{Algorithm: "fake", Title: "Fake"}}
	var err error
	rows := 0
	for u, e := range measure.Run(context.Background(), host.New(), []sssp.Algorithm{f}, measure.On(ssspgen.Grid(1, 8, 6, 40)), p) {
		if err = e; e == nil && u.Row != nil && u.Row.Setting == 0 {
			rows++
		}
	}
	if !errors.Is(err, fault.Wrong) || rows > 0 || alive != 0 {
		t.Errorf("%d rows, then %v; %d solvers are alive", rows, err, alive)
	}
}

// A long step-by-step run ends with its context: it makes no step more. Stopping to pull leaks
// nothing.
func TestCancel(t *testing.T) {
	alive := 0
	steps, last := 0, math.MaxInt
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	f := fake{time: func(compute.Values) time.Duration {
		if steps++; steps == 1000 {
			last = steps
			cancel()
		}
		return time.Microsecond
	}, steps: math.MaxInt, prepared: &alive}
	p := plan(experiment.Rank)
	p.Settings = []experiment.Setting{{Algorithm: "fake", Title: "Fake"}}
	on := measure.On(ssspgen.Grid(1, 8, 6, 40))
	var err error
	for _, e := range measure.Run(ctx, host.New(), []sssp.Algorithm{f}, on, p) {
		err = e
	}
	if steps != last || !errors.Is(err, context.Canceled) || alive != 0 {
		t.Errorf("cancelled in step %d, it ends after step %d with %v; %d solvers are alive", last, steps, err, alive)
	}
	for range measure.Run(context.Background(), host.New(), []sssp.Algorithm{f}, on, p) {
		break
	}
	if alive != 0 {
		t.Errorf("%d solvers are alive", alive)
	}
}

func TestBadPlans(t *testing.T) {
	for name, change := range map[string]func(*experiment.Plan){
		"kind": func(p *experiment.Plan) { p.Kind = "guess" }, "settings": func(p *experiment.Plan) { p.Settings = nil },
		"queries": func(p *experiment.Plan) { p.Queries = 0 }, "repetitions": func(p *experiment.Plan) { p.Repetitions = -1 },
		"work": func(p *experiment.Plan) { p.Work = "some" }, "algorithm": func(p *experiment.Plan) { p.Settings[0].Algorithm = "magic" },
	} {
		p := plan(experiment.Rank)
		change(&p)
		var err error
		for _, err = range measure.Run(context.Background(), host.New(), sssp.Algorithms(), measure.On(ssspgen.Grid(1, 4, 4, 40)), p) {
		}
		if err == nil {
			t.Errorf("a plan with a bad %s is carried out", name)
		}
	}
}
