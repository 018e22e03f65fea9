package prepared

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/scene/graph"
	"kernelscope/scene/graphgen"
)

// longest is the greatest distance of a graph.
func longest(g *graph.Graph) (most uint64) {
	for v := range g.Nodes() {
		for _, d := range oracle.Dijkstra(g, uint32(v), graph.NoNode).Dist {
			if d != graph.Unreached {
				most = max(most, uint64(d))
			}
		}
	}
	return most
}

// reweighedAtRandom closes, opens and changes roads at nodes that follow each other: of some nodes
// all, both ways, of others some. It returns their edges.
func reweighedAtRandom(g *graph.Graph, rnd *rand.Rand) (edges []uint32) {
	u, every, open := uint32(rnd.IntN(g.Nodes())), rnd.IntN(2) > 0, rnd.IntN(2) > 0
	for range 1 + rnd.IntN(1+3*rnd.IntN(2)) {
		next := u
		for e := g.FirstOut[u]; e < g.FirstOut[u+1]; e++ {
			weight := uint32(graph.Closed)
			if every && open || !every && rnd.IntN(3) == 0 {
				weight = rnd.Uint32N(1000)
			}
			v := g.Head[e]
			if back, ok := g.Edge(v, u); ok && (every || rnd.IntN(2) > 0) {
				g.Weight[back], edges = weight, append(edges, back)
			}
			if every || rnd.IntN(2) > 0 {
				g.Weight[e], edges = weight, append(edges, e)
			}
			if rnd.IntN(2) > 0 {
				next = v
			}
		}
		if u = next; rnd.IntN(4) == 0 {
			u = uint32(rnd.IntN(g.Nodes()))
		}
	}
	return edges
}

// Whatever is closed, opened or made slower, no distance exceeds the bound, and mostly nobody
// looks at all edges for that.
func TestBoundWhileRoadsChange(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 5))
	near, all := 0, 0
	for seed := range uint64(200) {
		m := ssspgen.Grid(seed, 6, 5, 1000)
		switch seed % 3 {
		case 1:
			m = ssspgen.Random(seed, 25, 40+int(seed), 1000)
		case 2:
			m = ssspgen.Path(20, 700)
		}
		g := *m.Graph
		g.Weight = slices.Clone(g.Weight)
		b, err := NewBound(&g)
		if err != nil {
			t.Fatal(err)
		}
		b.most, b.detours.small = longest(&g), 1+rnd.IntN(6) // there is no bound that is less
		for range 40 {
			edges := reweighedAtRandom(&g, rnd)
			anew, _ := NewBound(&g)
			if err := b.Change(&g, edges); err != nil {
				t.Fatal(err)
			}
			if all++; b.most != anew.most {
				near++
			}
			if most := longest(&g); b.most < most {
				t.Fatalf("seed %d: the bound is %d, a distance %d", seed, b.most, most)
			}
			if rnd.IntN(4) > 0 {
				b.most = longest(&g)
			}
		}
	}
	t.Logf("%d of %d changes found no bound anew", near, all)
	if near < all/4 {
		t.Errorf("%d of %d changes found no bound anew", near, all)
	}
}

// Where a road with crossings of its own is closed, the way around all of it counts.
func TestBoundAroundSeveral(t *testing.T) {
	var arcs []graph.Arc
	for u := range uint32(9) { // a ring, of which four roads are short
		w := uint32(100)
		if u < 4 {
			w = 1
		}
		v := (u + 1) % 9
		arcs = append(arcs, graph.Arc{Tail: u, Head: v, Time: w, Length: w}, graph.Arc{Tail: v, Head: u, Time: w, Length: w})
	}
	g := *ssspgen.Map(9, arcs).Graph
	g.Weight = slices.Clone(g.Weight)
	b, err := NewBound(&g)
	if err != nil {
		t.Fatal(err)
	}
	b.most, b.detours.small = longest(&g), 3
	var edges []uint32
	for e := range uint32(g.Edges()) {
		if tailOf(&g, e) < 4 && g.Head[e] <= 4 || tailOf(&g, e) <= 4 && g.Head[e] < 4 {
			g.Weight[e], edges = graph.Closed, append(edges, e)
		}
	}
	if err := b.Change(&g, edges); err != nil || b.most < longest(&g) {
		t.Errorf("the bound is %d, a distance %d (%v)", b.most, longest(&g), err)
	}
}

// BenchmarkBound closes and opens a road of a large network.
func BenchmarkBound(b *testing.B) {
	in := graphgen.Roads(1, 300_000)
	for i := range in.Arcs {
		in.Arcs[i].Time *= 8 // as in a larger network, whose weights are too much together
	}
	g := *ssspgen.Map(len(in.ID), in.Arcs).Graph
	g.Weight = slices.Clone(g.Weight)
	bound, err := NewBound(&g)
	if err != nil {
		b.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	for b.Loop() {
		u := uint32(rnd.IntN(g.Nodes()))
		e := g.FirstOut[u] + uint32(rnd.IntN(int(g.FirstOut[u+1]-g.FirstOut[u])))
		road := []uint32{e}
		if back, ok := g.Edge(g.Head[e], u); ok {
			road = append(road, back)
		}
		for _, e := range road {
			g.Weight[e] = graph.Closed
		}
		if err := bound.Change(&g, road); err != nil {
			b.Fatal(err)
		}
	}
}
