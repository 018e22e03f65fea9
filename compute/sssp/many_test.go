package sssp_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// Concurrent searches find what each finds alone, also those whose queues have no
// room.
func TestMany(t *testing.T) {
	d := gputest.Open(t)
	ctx := context.Background()
	for name, m := range map[string]*scene.Map{
		"single": ssspgen.Path(1, 0),
		"grid":   ssspgen.Grid(1, 60, 50, 20),
		"random": ssspgen.Random(2, 3000, 9000, 100),
		"zero":   ssspgen.Random(3, 500, 2000, 1),
		"hubs":   ssspgen.Hubs(1),
		"star":   ssspgen.Star(9000),
	} {
		for _, be := range []compute.Backend{d, host.New()} {
			s := prepare(t, sssp.Frontier{}, be, m).(sssp.Concurrent)
			rnd := rand.New(rand.NewPCG(7, 7))
			n := uint32(m.Graph.Nodes())
			queries := make([]sssp.Query, min(7, s.AtOnce()))
			for i := range queries {
				queries[i] = sssp.Query{Source: rnd.Uint32N(n), Target: graph.NoNode}
				if i%3 == 2 {
					queries[i].Target = rnd.Uint32N(n)
				}
			}
			many, err := s.StartMany(queries, compute.Values{sssp.Workgroup: 64, sssp.Rho: 8})
			if err != nil {
				t.Fatal(err)
			}
			for range 2 { // it can be made again
				events, err := many.Finish(ctx)
				if err != nil {
					t.Fatal(err)
				}
				columns := []uint32{0, n / 2, n - 1}
				table := make([]uint32, len(queries)*len(columns))
				if err := many.Table(ctx, columns, table); err != nil {
					t.Fatal(err)
				}
				for i, q := range queries {
					dist, err := many.Distances(ctx, i)
					if err != nil {
						t.Fatal(err)
					}
					want := oracle.Dijkstra(m.Graph, q.Source, q.Target)
					if err := oracle.Verify(m.Graph, want, q.Target, dist); err != nil {
						t.Fatalf("%s, search %d: %v", name, i, err)
					}
					if !events[i].Done {
						t.Errorf("%s, search %d ends with %v", name, i, events[i])
					}
					for c, v := range columns {
						if got := table[i*len(columns)+c]; got != dist[v] {
							t.Errorf("%s, search %d: the table has %d for node %d, at %d", name, i, got, v, dist[v])
						}
					}
				}
			}
			many.Release()
		}
	}
}

// A search that overflows is repeated alone, even if others need several dispatches: here a hub
// fills its far queue, and a path takes more rounds than a dispatch makes.
func TestManyOverflow(t *testing.T) {
	const path, leaves = 18000, 9000
	const hub, sink = path, path + 1
	var arcs []graph.Arc
	both := func(u, v, weight uint32) {
		arcs = append(arcs, graph.Arc{Tail: u, Head: v, Time: weight}, graph.Arc{Tail: v, Head: u, Time: weight})
	}
	for v := range uint32(path - 1) {
		both(v, v+1, 1)
	}
	for i := range uint32(leaves) {
		both(hub, sink+1+i, 100+i)
		both(sink+1+i, sink, leaves-i)
	}
	m := ssspgen.Map(path+2+leaves, arcs)
	s := prepare(t, sssp.Frontier{}, gputest.Open(t), m).(sssp.Concurrent)
	sources := []uint32{0, hub}
	many, err := s.StartMany([]sssp.Query{{Source: sources[0], Target: graph.NoNode}, {Source: sources[1], Target: graph.NoNode}}, compute.Values{sssp.Delta: 10})
	if err != nil {
		t.Fatal(err)
	}
	defer many.Release()
	if _, err := many.Finish(context.Background()); err != nil {
		t.Fatal(err)
	}
	for i, source := range sources {
		dist, err := many.Distances(context.Background(), i)
		if err != nil {
			t.Fatal(err)
		}
		if err := oracle.Verify(m.Graph, oracle.Dijkstra(m.Graph, source, graph.NoNode), graph.NoNode, dist); err != nil {
			t.Errorf("search %d: %v", i, err)
		}
	}
}

// In lockstep concurrent searches lose nothing.
func TestManyLockstep(t *testing.T) {
	l := host.NewLockstep(context.Background(), gputest.Open(t))
	m := ssspgen.Grid(3, 20, 15, 9)
	s := prepare(t, sssp.Frontier{}, l, m).(sssp.Concurrent)
	many, err := s.StartMany([]sssp.Query{{Source: 0, Target: graph.NoNode}, {Source: 299, Target: 5}, {Source: 150, Target: graph.NoNode}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer many.Release()
	if _, err := many.Finish(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := many.Table(context.Background(), []uint32{1, 2}, make([]uint32, 6)); err != nil {
		t.Fatal(err)
	}
	if l.Dispatches < 3 {
		t.Errorf("%d dispatches were compared", l.Dispatches)
	}
}

func TestStartManyRefuses(t *testing.T) {
	s := prepare(t, sssp.Frontier{}, host.New(), ssspgen.Path(3, 1)).(sssp.Concurrent)
	for _, queries := range [][]sssp.Query{nil, {{Source: 3, Target: 0}}, make([]sssp.Query, s.Room()+1)} {
		if _, err := s.StartMany(queries, nil); err == nil {
			t.Errorf("%d queries %v were accepted", len(queries), queries[:min(1, len(queries))])
		}
	}
}
