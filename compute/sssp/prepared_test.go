package sssp_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/oracle"
	"kernelscope/compute/prepared"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/internal/fault"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

var preparedOnes = []sssp.Algorithm{sssp.Prepared{}, sssp.PreparedOnHost{}}

// Prepared trees answer queries like any search, on every backend, step by step too.
func TestPrepared(t *testing.T) {
	device := gputest.Open(t)
	for _, be := range []compute.Backend{device, host.New(), host.NewLockstep(t.Context(), device)} {
		for name, m := range map[string]*scene.Map{"grid": ssspgen.Grid(3, 20, 16, 30), "scattered": ssspgen.Random(6, 300, 400, 9)} {
			for _, a := range preparedOnes {
				t.Run(name+" "+a.Name(), func(t *testing.T) {
					s := prepare(t, a, be, m)
					n := uint32(m.Graph.Nodes())
					for _, q := range []sssp.Query{{Source: 0, Target: n - 1}, {Source: n / 2, Target: graph.NoNode}, {Source: 7, Target: 7}} {
						search(t, s, m, q, nil)
						stepped(t, be, s, m.Graph, q)
					}
				})
			}
		}
	}
}

// stepped makes a tree step by step, and looks at the states after each.
func stepped(t *testing.T, be compute.Backend, s sssp.Solver, g *graph.Graph, q sssp.Query) {
	t.Helper()
	values := compute.Values{prepared.Subtree: 40}
	r, err := s.Start(q, values)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	reached := 0
	for steps := 0; ; steps++ {
		r.Stride(1)
		var last sssp.Event
		for e, err := range r.Steps(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			last = e
			break
		}
		r.Observe(be)
		states := make([]uint32, g.Nodes())
		if err := be.Read(t.Context(), r.Layers()[0].Buffer, 0, states); err != nil {
			t.Fatal(err)
		}
		now := len(slices.DeleteFunc(states, func(x uint32) bool { return x>>30 == 0 }))
		if now < reached {
			t.Errorf("after step %d, %d nodes are reached; before it were %d", steps, now, reached)
		}
		if reached = now; last.Done {
			break
		}
	}
	dist, err := r.Distances(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := oracle.Verify(g, oracle.Dijkstra(g, q.Source, graph.NoNode), graph.NoNode, dist); err != nil {
		t.Error(err)
	}
	if want := len(slices.DeleteFunc(dist, func(x uint32) bool { return x == graph.Unreached })); reached != want {
		t.Errorf("%d nodes are reached in the picture, %d have distances", reached, want)
	}
}

// Weights that are too large are refused, before and after they change.
func TestPreparedLimit(t *testing.T) {
	m := ssspgen.Path(4, 1<<29)
	for _, a := range preparedOnes {
		if _, err := a.Prepare(host.New(), m); !errors.Is(err, fault.Limit) {
			t.Errorf("%s: %v", a.Name(), err)
		}
		short := ssspgen.Path(4, 5)
		s := prepare(t, a, host.New(), short)
		long := *short
		g := *short.Graph
		g.Weight = slices.Repeat([]uint32{1 << 29}, g.Edges())
		long.Graph = &g
		s.(sssp.Reweighter).Reweigh(&long, edgesOf(&g))
		if _, err := s.Start(sssp.Query{Source: 0, Target: 1}, nil); !errors.Is(err, fault.Limit) {
			t.Errorf("%s: after a change: %v", a.Name(), err)
		}
		s.(sssp.Reweighter).Reweigh(short, edgesOf(&g))
		search(t, s, short, sssp.Query{Source: 0, Target: 3}, nil)
	}
}

// edgesOf lists all edges.
func edgesOf(g *graph.Graph) (all []uint32) {
	for e := range uint32(g.Edges()) {
		all = append(all, e)
	}
	return all
}

// Trees side by side are those of single queries.
func TestPreparedMany(t *testing.T) {
	m := ssspgen.Grid(3, 20, 16, 30)
	s := prepare(t, sssp.Prepared{}, gputest.Open(t), m)
	many, err := s.(sssp.Concurrent).StartMany([]sssp.Query{{Source: 3, Target: graph.NoNode}, {Source: 300, Target: 1}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer many.Release()
	events, err := many.Finish(context.Background())
	if err != nil || len(events) != 2 || !events[1].Done {
		t.Fatalf("%+v, %v", events, err)
	}
	more, err := s.(sssp.Concurrent).StartMany([]sssp.Query{{Source: 9, Target: graph.NoNode}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	more.Release() // its rows wait for the next ones, and stay away from those that are in use
	second, err := s.(sssp.Concurrent).StartMany([]sssp.Query{{Source: 9, Target: graph.NoNode}}, compute.Values{prepared.Subtree: 70})
	if err != nil {
		t.Fatal(err)
	}
	defer second.Release()
	words := make([]uint32, 6)
	if err := many.Table(context.Background(), []uint32{0, 5, 319}, words); err != nil {
		t.Fatal(err)
	}
	for i, source := range []uint32{3, 300} {
		want := oracle.Dijkstra(m.Graph, source, graph.NoNode)
		dist, err := many.Distances(context.Background(), i)
		if err != nil || oracle.Verify(m.Graph, want, graph.NoNode, dist) != nil {
			t.Errorf("from %d: %v", source, err)
		}
		if got := []uint32{want.Dist[0], want.Dist[5], want.Dist[319]}; !slices.Equal(words[3*i:3*i+3], got) {
			t.Errorf("from %d the table has %v, want %v", source, words[3*i:3*i+3], got)
		}
	}
}
