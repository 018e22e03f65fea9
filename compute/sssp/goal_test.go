package sssp_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kernelscope/compute"
	"kernelscope/compute/host"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// roads is a map of streets, some of them one-way, on which no one is faster than 1 unit of
// weight a metre, rounded, and most are slower.
func roads(rnd *rand.Rand, nodes, arcs int, free bool) *scene.Map {
	at := ssspgen.Map(nodes, nil).Graph.At
	var list []graph.Arc
	for range arcs {
		u, v := rnd.Uint32N(uint32(nodes)), rnd.Uint32N(uint32(nodes))
		if rnd.IntN(8) > 0 { // a neighbour
			v = min(u+1+100*rnd.Uint32N(2), uint32(nodes)-1)
		}
		w := uint32(math.Round(at[u].Metres(at[v]) * (1 + rnd.Float64())))
		if free && rnd.IntN(4) == 0 {
			w = 0
		}
		list = append(list, graph.Arc{Tail: u, Head: v, Time: w, Length: w})
		if rnd.IntN(3) > 0 {
			list = append(list, graph.Arc{Tail: v, Head: u, Time: w, Length: w})
		}
	}
	return ssspgen.Map(nodes, list)
}

// goals are the searches that look for the way alone.
func goals() (out []sssp.Algorithm) {
	for _, a := range sssp.Algorithms() {
		if a.About().Goal {
			out = append(out, a)
		}
	}
	return out
}

// verify compares distances with the truth as far as a solver promises them.
func verify(s sssp.Solver, g *graph.Graph, truth oracle.Search, target uint32, dist []uint32) error {
	if sssp.IsGoal(s) {
		return oracle.VerifyWay(g, truth, target, dist)
	}
	return oracle.Verify(g, truth, target, dist)
}

// A* and the search from both ends find the shortest way on maps with one-ways, ways that
// cost nothing, parts that nothing joins, and after roads were closed and sped up.
func TestGoals(t *testing.T) {
	if len(goals()) != 2 {
		t.Fatal("there are not two")
	}
	rapid.Check(t, func(rt *rapid.T) {
		rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
		nodes := rapid.SampledFrom([]int{2, 3, 40, 400}).Draw(rt, "nodes")
		m := roads(rnd, nodes, rapid.IntRange(nodes/2, 3*nodes).Draw(rt, "arcs"), rapid.Bool().Draw(rt, "free"))
		var edges []uint32
		for e := range m.Graph.Edges() {
			if rnd.IntN(6) == 0 {
				edges = append(edges, uint32(e))
			}
		}
		changed := m.Reweighed(edges, func(e uint32) uint32 {
			return [...]uint32{graph.Closed, m.Graph.Weight[e] / 3, 0, 5 * m.Graph.Weight[e]}[rnd.IntN(4)]
		})
		for _, a := range goals() {
			s := prepare(t, a, host.New(), m)
			query := func() sssp.Query {
				return sssp.Query{Source: rnd.Uint32N(uint32(nodes)), Target: rnd.Uint32N(uint32(nodes))}
			}
			v := compute.Values{sssp.Batch: rapid.SampledFrom([]uint32{1, 4, 256}).Draw(rt, "batch")}
			for range 4 {
				search(t, s, m, query(), v)
			}
			search(t, s, m, sssp.Query{Source: 0, Target: graph.NoNode}, v)
			s.(sssp.Reweighter).Reweigh(changed, edges)
			for range 4 {
				search(t, s, changed, query(), v)
			}
			s.(sssp.Reweighter).Reweigh(m, edges)
			search(t, s, m, query(), v)
		}
	})
}

// The first node that both waves settle need not lie on the shortest way: 0, 1, 5 has 20, and
// the waves meet in 1, but 0, 2, 3, 4, 5 has 18.
func TestFirstMeeting(t *testing.T) {
	m := ssspgen.Map(6, []graph.Arc{
		{Tail: 0, Head: 1, Time: 10}, {Tail: 1, Head: 5, Time: 10},
		{Tail: 0, Head: 2, Time: 6}, {Tail: 2, Head: 3, Time: 3}, {Tail: 3, Head: 4, Time: 3}, {Tail: 4, Head: 5, Time: 6},
	})
	for _, a := range goals() {
		search(t, prepare(t, a, host.New(), m), m, sssp.Query{Source: 0, Target: 5}, compute.Values{sssp.Batch: 1})
	}
}

// bound is what A* knows before it begins.
func bound(t *testing.T, e sssp.Event) float64 {
	t.Helper()
	i := slices.IndexFunc(e.More, func(f compute.Fact) bool { return f.Name == sssp.FactBound })
	if i < 0 {
		t.Fatalf("no bound: %+v", e)
	}
	return e.More[i].Value
}

// Where A* has a bound it is one, and it settles fewer nodes than Dijkstra's algorithm; to
// all nodes and without coordinates it is the same search. So is that from both ends, to all.
func TestGoalSavesWork(t *testing.T) {
	be := host.New()
	m := roads(rand.New(rand.NewPCG(1, 0)), 5000, 12000, false)
	abstract := *m
	abstract.Abstract = true
	last := func(a sssp.Algorithm, m *scene.Map, q sssp.Query) sssp.Event {
		events := search(t, prepare(t, a, be, m), m, q, nil)
		return events[len(events)-1]
	}
	nodes := m.Graph.Connected()
	way := sssp.Query{Source: nodes[len(nodes)/4], Target: nodes[3*len(nodes)/4]}
	all := sssp.Query{Source: way.Source, Target: graph.NoNode}
	plain, toAll := last(sssp.Dijkstra{}, m, way), last(sssp.Dijkstra{}, m, all)
	for _, a := range goals() {
		if e := last(a, m, way); e.Relaxed == 0 || 10*e.Relaxed > 9*plain.Relaxed {
			t.Errorf("%s relaxes %d edges, Dijkstra's algorithm %d", a.Name(), e.Relaxed, plain.Relaxed)
		}
		if e := last(a, m, all); e.Relaxed != toAll.Relaxed || e.Improved != toAll.Improved {
			t.Errorf("%s to all relaxes %d edges, Dijkstra's algorithm %d", a.Name(), e.Relaxed, toAll.Relaxed)
		}
	}
	if e := last(sssp.AStar{}, m, way); bound(t, e) > float64(e.Target) || bound(t, e) < float64(e.Target)/3 {
		t.Errorf("the bound is %g, the distance %d", bound(t, e), e.Target)
	}
	if e := last(sssp.AStar{}, m, all); bound(t, e) != 0 {
		t.Errorf("to all the bound is %g", bound(t, e))
	}
	if e := last(sssp.AStar{}, &abstract, way); bound(t, e) != 0 || e.Relaxed != plain.Relaxed {
		t.Errorf("without coordinates the bound is %g, and %d edges are relaxed; by Dijkstra's algorithm %d", bound(t, e), e.Relaxed, plain.Relaxed)
	}
}

// Between steps every node is unreached, queued by one of the waves or settled, and events
// count those that are queued. Going back and on again changes nothing.
func TestGoalStates(t *testing.T) {
	be, ctx := host.New(), context.Background()
	m := roads(rand.New(rand.NewPCG(2, 0)), 900, 2200, false)
	nodes := m.Graph.Connected()
	for _, a := range goals() {
		r, err := prepare(t, a, be, m).Start(sssp.Query{Source: nodes[0], Target: nodes[len(nodes)-1]}, compute.Values{sssp.Batch: 16})
		if err != nil {
			t.Fatal(err)
		}
		var frame sssp.Keyframe
		var looks []string
		for second := range 2 {
			for step := 0; ; step++ {
				if step == 3 && second == 0 {
					if frame, err = r.(sssp.Rewinder).Keep(); err != nil {
						t.Fatal(err)
					}
				}
				e, err := sssp.Step(ctx, r, 1)
				if err != nil {
					t.Fatal(err)
				}
				r.Observe(be)
				words := make([]uint32, 900)
				if err := be.Read(ctx, r.Layers()[0].Buffer, 0, words); err != nil {
					t.Fatal(err)
				}
				var count [4]uint32
				for _, w := range words {
					state, _ := sssp.StateOf(w)
					count[state]++
				}
				both := a.Name() == "bidirectional" // a node may be queued by both, and is shown once
				if count[graph.StateNear] != e.Near || count[graph.StateFar] > e.Far || !both && count[graph.StateFar] > 0 || count[graph.StateRelaxed] == 0 {
					t.Fatalf("%s: %v, the event is %+v", a.Name(), count, e)
				}
				e.Wall = 0
				look := fmt.Sprint(e, words)
				if second == 0 {
					looks = append(looks, look)
				} else if looks[step+3] != look {
					t.Fatalf("%s: step %d is another one after going back", a.Name(), step+3)
				}
				if e.Done {
					break
				}
			}
			if len(looks) < 8 {
				t.Fatalf("%s: only %d steps", a.Name(), len(looks))
			}
			r.(sssp.Rewinder).Restore(frame)
		}
	}
}
