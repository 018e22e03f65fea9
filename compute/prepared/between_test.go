package prepared_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/oracle"
	"kernelscope/compute/oracle/oracletest"
	"kernelscope/compute/prepared"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/internal/fault"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// between estimates the betweenness of all nodes from some sources, on the device and on the host.
func between(t *testing.T, m *scene.Map, sources []uint32) []prepared.Between {
	t.Helper()
	return agreed(t, gputest.Open(t), m, frontsOf(t, m), prepared.RowRoom(m.Graph.Nodes(), 20), len(sources), func(by prepared.Reacher, told func(int)) ([]prepared.Between, error) {
		return prepared.Betweenness(t.Context(), by, m.Graph, m.Graph.Nodes(), sources, told)
	})
}

// defined returns the betweenness of all nodes by its definition, from numbers of paths by Dijkstra's algorithm.
func defined(g *graph.Graph) []float64 {
	n := g.Nodes()
	dist, paths := make([][]uint32, n), make([][]float64, n)
	for s := range n {
		truth := oracle.Dijkstra(g, uint32(s), graph.NoNode)
		dist[s], paths[s] = truth.Dist, make([]float64, n)
		paths[s][s] = 1
		for _, v := range truth.Settled {
			for k := g.FirstIn[v]; k < g.FirstIn[v+1]; k++ {
				u := g.Tail[k]
				if uint64(dist[s][u])+uint64(g.Weight[g.InEdge[k]]) == uint64(dist[s][v]) {
					paths[s][v] += paths[s][u]
				}
			}
		}
	}
	out := make([]float64, n)
	for v := range n {
		for s := range n {
			for t := range n {
				if s != v && t != v && s != t && dist[s][v] != graph.Unreached && dist[v][t] != graph.Unreached && uint64(dist[s][v])+uint64(dist[v][t]) == uint64(dist[s][t]) {
					out[v] += paths[s][v] * paths[v][t] / paths[s][t]
				}
			}
		}
	}
	return out
}

// positive raises weights of zero to one.
func positive(m *scene.Map) *scene.Map {
	for e := range m.Graph.Weight {
		m.Graph.Weight[e] = max(1, m.Graph.Weight[e])
	}
	return m
}

// From all sources the betweenness is what its definition says, on networks with one-way edges, closed ones, parts without a
// path, and many paths of equal length.
func TestBetweenness(t *testing.T) {
	rnd := rand.New(rand.NewPCG(35, 4))
	list := []*scene.Map{positive(circle(40)), ssspgen.Grid(1, 9, 7, 1), positive(ssspgen.Grid(8, 12, 9, 3)), ssspgen.Map(4, []graph.Arc{arc(0, 1, 3), arc(3, 2, 1)})}
	for seed := range uint64(gputest.Count(6, 60)) {
		n := 10 + rnd.IntN(80)
		m := positive(ssspgen.Random(seed, n, n/2+rnd.IntN(3*n), 1+rnd.Uint32N(9)))
		m.Graph.Weight[rnd.IntN(m.Graph.Edges())] = graph.Closed
		list = append(list, m)
	}
	for i, m := range list {
		got := between(t, m, all(m.Graph.Nodes()))
		for v, want := range defined(m.Graph) {
			if math.Abs(got[v].Value-want) > 1e-9*(1+want) || got[v].Error != 0 {
				t.Fatalf("network %d: node %d has %+v, want %g", i, v, got[v], want)
			}
		}
	}
	for i, m := range list {
		truth := make([]float64, m.Graph.Nodes())
		for s := range truth {
			for v, x := range oracle.WeightedDependencies(m.Graph, oracle.Dijkstra(m.Graph, uint32(s), graph.NoNode)) {
				truth[v] += x
			}
		}
		for v, want := range defined(m.Graph) {
			if math.Abs(truth[v]-want) > 1e-9*(1+want) {
				t.Fatalf("network %d: the oracle finds %g at node %d, want %g", i, truth[v], v, want)
			}
		}
	}
	m := ssspgen.Grid(1, 9, 7, 1)
	for e := range m.Graph.Weight {
		m.Graph.Weight[e] = 5
	}
	hops, _ := oracletest.Brandes(m.Graph.FirstOut, m.Graph.Head)
	for v, b := range between(t, m, all(m.Graph.Nodes())) {
		if math.Abs(b.Value-hops[v]) > 1e-9*(1+hops[v]) {
			t.Errorf("with equal weights node %d has %g, and %g by hops", v, b.Value, hops[v])
		}
	}
}

// Estimates from drawn sources are about as good as they say, and on average right.
func TestBetweennessEstimated(t *testing.T) {
	m := positive(ssspgen.Grid(3, 15, 12, 30))
	n := m.Graph.Nodes()
	truth := defined(m.Graph)
	ordered := slices.Sorted(slices.Values(truth))
	within, count, total, drawn := 0, 0, 0.0, 0.0
	const draws, sources = 60, 30
	h := prepared.NewHostAccess(frontsOf(t, m))
	h.Customize(m.Graph.Weight)
	for seed := range uint64(draws) {
		got, err := prepared.Betweenness(t.Context(), h, m.Graph, n, prepared.Draw(n, sources, seed), func(int) {})
		if err != nil {
			t.Fatal(err)
		}
		for v, b := range got {
			total, drawn = total+truth[v], drawn+b.Value
			if truth[v] < ordered[n*3/4] {
				continue // of nodes with few paths the error is too small
			}
			if count++; math.Abs(b.Value-truth[v]) <= 2*b.Error {
				within++
			}
		}
	}
	share := float64(within) / float64(count)
	t.Logf("%.3f are within twice the standard error; the sum is %.3f of the true one", share, drawn/total)
	if share < 0.85 || share > 0.995 {
		t.Errorf("of all estimates %.3f are within twice the standard error", share)
	}
	if math.Abs(drawn/total-1) > 0.03 {
		t.Errorf("estimates add up to %.3f of the truth", drawn/total)
	}
}

func TestBetweennessRefuses(t *testing.T) {
	m := ssspgen.Map(2, []graph.Arc{arc(0, 1, 0)})
	if _, err := prepared.Betweenness(t.Context(), prepared.NewHostAccess(frontsOf(t, m)), m.Graph, 2, all(2), func(int) {}); !errors.Is(err, fault.Input) {
		t.Error(err)
	}
	var arcs []graph.Arc
	for i := uint32(0); i < 3300; i += 3 { // each doubles the number of paths
		arcs = append(arcs, arc(i, i+1, 1), arc(i, i+2, 1), arc(i+1, i+3, 1), arc(i+2, i+3, 1))
	}
	many := ssspgen.Map(3301, arcs)
	h := prepared.NewHostAccess(frontsOf(t, many))
	h.Customize(many.Graph.Weight)
	if _, err := prepared.Betweenness(t.Context(), h, many.Graph, 3301, []uint32{0}, func(int) {}); !errors.Is(err, fault.Limit) {
		t.Error(err)
	}
}
