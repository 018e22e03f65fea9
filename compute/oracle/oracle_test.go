package oracle

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

func random(seed uint64) *graph.Graph {
	rnd := rand.New(rand.NewPCG(seed, 7))
	n := 1 + rnd.IntN(12)
	var arcs []graph.Arc
	for range rnd.IntN(40) {
		arcs = append(arcs, graph.Arc{Tail: uint32(rnd.IntN(n)), Head: uint32(rnd.IntN(n)), Time: uint32(rnd.IntN(9)), Length: 1})
	}
	g, err := graph.FromArcs(make([]geom.Point, n), make([]int64, n), arcs, graph.ByTime)
	if err != nil {
		panic(err)
	}
	return g
}

// Distances agree with relaxing all edges n times.
func TestDijkstra(t *testing.T) {
	for seed := range uint64(500) {
		g := random(seed)
		want := make([]uint32, g.Nodes())
		for v := range want {
			want[v] = graph.Unreached
		}
		want[0] = 0
		for range want {
			for u := range want {
				for k := g.FirstOut[u]; want[u] != graph.Unreached && k < g.FirstOut[u+1]; k++ {
					want[g.Head[k]] = min(want[g.Head[k]], want[u]+g.Weight[k])
				}
			}
		}
		s := Dijkstra(g, 0, graph.NoNode)
		if !slices.Equal(s.Dist, want) {
			t.Fatalf("seed %d: got %v, want %v", seed, s.Dist, want)
		}
		if err := Verify(g, s, graph.NoNode, want); err != nil {
			t.Fatal(err)
		}
		for i := 1; i < len(s.Settled); i++ {
			if want[s.Settled[i-1]] > want[s.Settled[i]] {
				t.Fatalf("seed %d: settled out of order", seed)
			}
		}
		for most := range uint32(12) {
			near := 0
			for _, d := range want {
				if d <= most {
					near++
				}
			}
			if got := Within(g, 0, most); len(got) != near || !slices.Equal(got, s.Settled[:near]) {
				t.Fatalf("seed %d: %v are within %d, want %v", seed, got, most, s.Settled[:near])
			}
		}
		for target := range uint32(g.Nodes()) {
			early := Dijkstra(g, 0, target)
			if err := Verify(g, early, target, want); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
	}
}

// Verify finds every single wrong distance.
func TestVerifyFinds(t *testing.T) {
	for seed := range uint64(200) {
		g := random(seed)
		s := Dijkstra(g, 0, graph.NoNode)
		for v := range s.Dist {
			for _, off := range []uint32{1, ^uint32(0)} {
				wrong := slices.Clone(s.Dist)
				wrong[v] += off
				if Verify(g, s, graph.NoNode, wrong) == nil {
					t.Fatalf("seed %d: node %d at %d instead of %d was accepted", seed, v, wrong[v], s.Dist[v])
				}
			}
		}
	}
}

// The node of a rank is the one that a whole search settles there.
func TestRanked(t *testing.T) {
	for seed := range uint64(100) {
		g := random(seed)
		settled := Dijkstra(g, 0, graph.NoNode).Settled
		for rank := range g.Nodes() + 1 {
			v, ok := Ranked(g, 0, rank)
			if ok != (rank < len(settled)) || ok && v != settled[rank] {
				t.Fatalf("seed %d: rank %d of %v is %d, %v", seed, rank, settled, v, ok)
			}
		}
	}
}
