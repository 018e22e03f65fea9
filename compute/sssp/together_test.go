package sssp_test

import (
	"context"
	"fmt"
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

// Workgroups that go on together find what one finds, also where the device does
// not run them concurrently and they wait in vain.
func TestTogether(t *testing.T) {
	d := gputest.Open(t)
	for name, m := range map[string]*scene.Map{
		"path":         ssspgen.Path(500, 3),
		"grid":         ssspgen.Grid(1, 90, 80, 20),
		"random":       ssspgen.Random(2, 3000, 9000, 100),
		"zero weights": ssspgen.Random(3, 1000, 4000, 1),
		"huge weights": ssspgen.Random(4, 1000, 4000, graph.MaxWeight),
		"star":         ssspgen.Star(5000),
		"hubs":         ssspgen.Hubs(1),
	} {
		s := prepare(t, sssp.Frontier{}, d, m)
		for _, groups := range []uint32{2, 128, 4, 16}[:gputest.Count(2, 4)] {
			sssp.AllowTogether(s, int(groups))
			v := compute.Values{sssp.Together: groups, sssp.Alone: 1, sssp.Rho: 16, sssp.Delta: 200}
			search(t, s, m, sssp.Query{Source: 0, Target: graph.NoNode}, v)
			lost, err := sssp.Recoveries(s)
			if err != nil {
				t.Fatal(err)
			}
			search(t, s, m, sssp.Query{Source: 0, Target: uint32(m.Graph.Nodes()) - 1}, v)
			t.Logf("%s, %d together: %d recoveries", name, groups, lost)
		}
	}
}

// In lockstep nothing is lost between two dispatches, however few rounds they make.
func TestTogetherLockstep(t *testing.T) {
	d := gputest.Open(t)
	m := ssspgen.Grid(7, 40, 30, 50)
	for _, stride := range []int{1, 3, 1000} {
		t.Run(fmt.Sprint(stride), func(t *testing.T) {
			l := host.NewLockstep(context.Background(), d)
			s := prepare(t, sssp.Frontier{}, l, m)
			sssp.AllowTogether(s, 2)
			r, err := s.Start(sssp.Query{Source: 3, Target: graph.NoNode}, compute.Values{sssp.Together: 2, sssp.Alone: 1, sssp.Rho: 8})
			if err != nil {
				t.Fatal(err)
			}
			r.Stride(stride)
			for _, err := range r.Steps(context.Background()) {
				if err != nil {
					t.Fatal(err)
				}
			}
			if l.Dispatches == 0 {
				t.Error("nothing was compared")
			}
		})
	}
}

// A workgroup whose near entries have no room begins again where it left off, also
// when it is stopped after every few rounds, and does not settle the target too soon.
func TestSpills(t *testing.T) {
	d := gputest.Open(t)
	m := ssspgen.Random(11, 20000, 60000, 1000)
	s := prepare(t, sssp.Frontier{}, d, m)
	for _, stride := range []int{1, 2, 5} {
		for target := range uint32(8) {
			q := sssp.Query{Source: 17, Target: 2500*target + 1}
			r, err := s.Start(q, compute.Values{sssp.Workgroup: 64, sssp.Alone: 1 << 13, sssp.Delta: 300, sssp.Rho: 256})
			if err != nil {
				t.Fatal(err)
			}
			r.Stride(stride)
			for _, err := range r.Steps(context.Background()) {
				if err != nil {
					t.Fatal(err)
				}
			}
			dist, err := r.Distances(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if err := oracle.Verify(m.Graph, oracle.Dijkstra(m.Graph, q.Source, q.Target), q.Target, dist); err != nil {
				t.Errorf("stride %d, %v: %v", stride, q, err)
			}
		}
	}
}
