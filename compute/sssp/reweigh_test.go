package sssp_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
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

// someEdges returns n edges of a graph, in ascending order.
func someEdges(rnd *rand.Rand, g *graph.Graph, n int) []uint32 {
	var out []uint32
	for range n {
		out = append(out, rnd.Uint32N(uint32(g.Edges())))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// hub returns the node with the most edges.
func hub(g *graph.Graph) (u uint32) {
	for v := range uint32(g.Nodes()) {
		if g.FirstOut[v+1]-g.FirstOut[v] > g.FirstOut[u+1]-g.FirstOut[u] {
			u = v
		}
	}
	return u
}

// Searches by weights that change answer as the oracle does, whatever the degrees:
// up to four, as records hold them, five and more, hubs.
func TestReweigh(t *testing.T) {
	d := gputest.Open(t)
	for on, be := range map[string]compute.Backend{"host": host.New(), "device": d, "lockstep": host.NewLockstep(context.Background(), d)} {
		for name, m := range map[string]*scene.Map{
			"grid":         ssspgen.Grid(1, 17, 13, 90),
			"fives":        ssspgen.Random(2, 200, 1000, 100),
			"dense":        ssspgen.Random(3, 60, 1500, 1000),
			"zero weights": ssspgen.Random(4, 100, 500, 1),
			"star":         ssspgen.Star(700),
			"huge weights": ssspgen.Random(5, 100, 600, graph.MaxWeight),
		} {
			for _, a := range sssp.Algorithms() {
				t.Run(fmt.Sprintf("%s %s on %s", a.Name(), name, on), func(t *testing.T) { reweighed(t, be, a, m) })
			}
		}
	}
}

func reweighed(t *testing.T, be compute.Backend, a sssp.Algorithm, m *scene.Map) {
	s := prepare(t, a, be, m)
	r := s.(sssp.Reweighter)
	rnd := rand.New(rand.NewPCG(1, 1))
	q := sssp.Query{Source: hub(m.Graph), Target: graph.NoNode}
	before := oracle.Dijkstra(m.Graph, q.Source, graph.NoNode).Dist
	different := 0
	for _, n := range []int{3, 400, 1, 20}[:gputest.Count(2, 4)] {
		edges := someEdges(rnd, m.Graph, n)
		m = m.Reweighed(edges, func(e uint32) uint32 {
			return []uint32{graph.Closed, graph.MaxWeight, 0, 1, rnd.Uint32N(1000)}[rnd.IntN(5)]
		})
		r.Reweigh(m, edges)
		search(t, s, m, q, allowed(be, a, m, compute.Values{sssp.Delta: 500, sssp.Rho: 8, sssp.Batch: 8}))
		search(t, s, m, sssp.Query{Source: q.Source, Target: rnd.Uint32N(uint32(m.Graph.Nodes()))}, compute.Values{sssp.Batch: 8})
		after := oracle.Dijkstra(m.Graph, q.Source, graph.NoNode).Dist
		if !slices.Equal(before, after) {
			different++
		}
		before = after
	}
	if different == 0 {
		t.Error("no change of weights has changed a distance")
	}
}

// A closed edge is used by nobody, even where it is the only way, and not from the
// source either, where a sum cannot exceed what saturates.
func TestClosed(t *testing.T) {
	m := ssspgen.Path(4, 7)
	for _, be := range []compute.Backend{host.New(), gputest.Open(t)} {
		for _, a := range sssp.Algorithms() {
			s := prepare(t, a, be, m)
			for _, from := range []uint32{0, 1, 2} {
				e, _ := m.Graph.Edge(from, from+1)
				closed := m.Reweighed([]uint32{e}, func(uint32) uint32 { return graph.Closed })
				s.(sssp.Reweighter).Reweigh(closed, []uint32{e})
				events := search(t, s, closed, sssp.Query{Source: 0, Target: 3}, nil)
				if last := events[len(events)-1]; last.Target != graph.Unreached {
					t.Errorf("%s: with edge %d closed the end is at %d", a.Name(), e, last.Target)
				}
				s.(sssp.Reweighter).Reweigh(m, []uint32{e})
			}
			if events := search(t, s, m, sssp.Query{Source: 0, Target: 3}, nil); events[len(events)-1].Target != 21 {
				t.Errorf("%s: opened again, the end is at %d", a.Name(), events[len(events)-1].Target)
			}
		}
	}
}
