package prepared_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kernelscope/assets"
	"kernelscope/compute/oracle"
	"kernelscope/compute/prepared"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/internal/fault"
	"kernelscope/open/graphload"
	"kernelscope/osmload"
	"kernelscope/osmload/osmtest"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// named is a map with a name.
type named struct {
	name string
	*scene.Map
}

// files are the maps and graphs at hand.
func files(t testing.TB) (list []named) {
	m, err := osmload.Read(context.Background(), strings.NewReader(assets.Delaware), int64(len(assets.Delaware)), "Delaware", osmload.Options{})
	if err != nil {
		t.Fatal(err)
	}
	list = append(list, named{"embedded", m}, named{"New York", load(t, "dimacs", "USA-road-d.NY.gr.gz")}, named{"Rome", load(t, "dimacs", "rome99-modified.gr")})
	return list
}

// made are small graphs that are hard in some way.
func made() []named {
	return []named{
		{"one node", ssspgen.Map(1, nil)},
		{"two parts", ssspgen.Map(4, []graph.Arc{arc(0, 1, 3), arc(3, 2, 1)})},
		{"random", ssspgen.Random(5, 700, 1500, 100)},
		{"scattered", ssspgen.Random(6, 900, 500, 9)},
		{"zeros", ssspgen.Random(7, 400, 900, 1)},
		{"grid", ssspgen.Grid(8, 40, 30, 20)},
		{"path", ssspgen.Path(3000, 7)},
		{"star", ssspgen.Star(2000)},
		{"hubs", ssspgen.Hubs(9)},
		{"one-way circle", circle(500)},
	}
}

func arc(u, v, w uint32) graph.Arc { return graph.Arc{Tail: u, Head: v, Time: w, Length: w} }

// circle is a one-way street that ends where it begins, with weights of zero.
func circle(n uint32) *scene.Map {
	var arcs []graph.Arc
	for v := range n {
		arcs = append(arcs, arc(v, (v+1)%n, v%3))
	}
	return ssspgen.Map(int(n), arcs)
}

func frontsOf(t testing.TB, m *scene.Map) *prepared.Fronts {
	t.Helper()
	fronts, err := prepared.NewFronts(m.Graph, orderOf(t, m, 0))
	if err != nil {
		t.Fatal(err)
	}
	return fronts
}

// sources draws some nodes; the first and the last are among them.
func sources(n, count int) []uint32 {
	rnd := rand.New(rand.NewPCG(1, uint64(n)))
	list := []uint32{0, uint32(n - 1)}
	for range count - 2 {
		list = append(list, rnd.Uint32N(uint32(n)))
	}
	return list
}

// checkTree compares distances with Dijkstra's algorithm.
func checkTree(t testing.TB, g *graph.Graph, source uint32, dist []uint32) {
	t.Helper()
	want := oracle.Dijkstra(g, source, graph.NoNode)
	if err := oracle.Verify(g, want, graph.NoNode, dist); err != nil {
		t.Fatalf("from node %d: %v", source, err)
	}
}

func TestHost(t *testing.T) {
	for _, m := range append(files(t), made()...) {
		t.Run(m.name, func(t *testing.T) {
			h := prepared.NewHost(frontsOf(t, m.Map))
			h.Customize(m.Graph.Weight)
			dist := make([]uint32, m.Graph.Nodes())
			for _, s := range sources(m.Graph.Nodes(), 5) {
				for v := range dist {
					dist[v] = 0xdeadbeef
				}
				h.Tree(s, dist)
				checkTree(t, m.Graph, s, dist)
			}
			t.Logf("%d fronts, %d depths, largest %d, longest path %d, %d MiB of lengths", len(h.List), len(h.Levels)-1, h.Largest, h.Longest, h.Words>>18)
		})
	}
}

// large are graphs whose fronts are as large, or as many, as they can be.
func large() []named {
	return []named{{"star of 10^5", ssspgen.Star(100_000)}, {"path of 10^5", ssspgen.Path(100_000, 1000)}, {"grid of 300 × 300", ssspgen.Grid(2, 300, 300, 100)}}
}

func TestHostLarge(t *testing.T) {
	for _, m := range large() {
		t.Run(m.name, func(t *testing.T) {
			h := prepared.NewHost(frontsOf(t, m.Map))
			h.Customize(m.Graph.Weight)
			dist := make([]uint32, m.Graph.Nodes())
			for _, s := range sources(m.Graph.Nodes(), 3) {
				h.Tree(s, dist)
				checkTree(t, m.Graph, s, dist)
			}
			t.Logf("%d fronts, %d depths, largest %d", len(h.List), len(h.Levels)-1, h.Largest)
		})
	}
}

// reweighed is a graph with other weights.
func reweighed(g *graph.Graph, weight []uint32) *graph.Graph {
	out := *g
	out.Weight = weight
	return &out
}

// After each of many changes, closed roads among them, distances are those of the new weights.
func TestChanges(t *testing.T) {
	rnd := rand.New(rand.NewPCG(11, 12))
	for _, m := range []named{{"grid", ssspgen.Grid(8, 20, 15, 20)}, {"random", ssspgen.Random(5, 300, 700, 100)}} {
		h := prepared.NewHost(frontsOf(t, m.Map))
		g := reweighed(m.Graph, slices.Clone(m.Graph.Weight))
		dist := make([]uint32, g.Nodes())
		for range 500 {
			for range 1 + rnd.IntN(5) {
				change(g, rnd)
			}
			h.Customize(g.Weight)
			s := rnd.Uint32N(uint32(g.Nodes()))
			h.Tree(s, dist)
			checkTree(t, g, s, dist)
			checkParents(t, g, s, dist)
		}
	}
}

// change gives an edge another weight, or zero, or closes it.
func change(g *graph.Graph, rnd *rand.Rand) (edge uint32) {
	w := rnd.Uint32N(100)
	switch rnd.IntN(4) {
	case 0:
		w = graph.Closed
	case 1:
		w = 0
	}
	edge = rnd.Uint32N(uint32(g.Edges()))
	g.Weight[edge] = w
	return edge
}

// checkParents follows the last edges of all paths to the source, and adds up their weights.
func checkParents(t testing.TB, g *graph.Graph, source uint32, dist []uint32) {
	t.Helper()
	tail := make([]uint32, g.Edges())
	for u := range uint32(g.Nodes()) {
		for e := g.FirstOut[u]; e < g.FirstOut[u+1]; e++ {
			tail[e] = u
		}
	}
	parent := parents(g, source, dist)
	for v := range uint32(g.Nodes()) {
		if (parent[v] == graph.NoNode) != (v == source || dist[v] == graph.Unreached) {
			t.Fatalf("node %d at %d has edge %d", v, dist[v], parent[v])
		}
		sum, at, steps := uint64(0), v, 0
		for ; parent[at] != graph.NoNode; at = tail[parent[at]] {
			if steps++; steps > g.Nodes() {
				t.Fatalf("the path to node %d goes in a circle", v)
			}
			sum += uint64(g.Weight[parent[at]])
		}
		if dist[v] != graph.Unreached && (at != source || sum != uint64(dist[v])) {
			t.Fatalf("the path to node %d comes from %d and has length %d, want %d", v, at, sum, dist[v])
		}
	}
}

func TestParentsOverZeros(t *testing.T) {
	for _, m := range []*scene.Map{circle(50), ssspgen.Random(7, 400, 900, 1), ssspgen.Grid(3, 20, 20, 1)} {
		checkParents(t, m.Graph, 1, oracle.Dijkstra(m.Graph, 1, graph.NoNode).Dist)
	}
}

// Orders of other graphs, and damaged ones, are refused.
func TestForeignOrder(t *testing.T) {
	a, b := ssspgen.Grid(1, 30, 30, 9), ssspgen.Random(2, 900, 2500, 9)
	o := orderOf(t, a, 1)
	refused := func(what string, g *graph.Graph, o *prepared.Order) {
		if _, err := prepared.NewFronts(g, o); !errors.Is(err, fault.Input) {
			t.Errorf("%s: %v", what, err)
		}
	}
	refused("another graph", b.Graph, o)
	refused("a smaller graph", ssspgen.Grid(1, 30, 29, 9).Graph, o)
	for what, spoil := range map[string]func(o *prepared.Order){
		"a node twice":   func(o *prepared.Order) { o.Node[3] = o.Node[4] },
		"no such node":   func(o *prepared.Order) { o.Node[3] = 900 },
		"a parent below": func(o *prepared.Order) { o.Parent[1] = 5 },
		"another parent": func(o *prepared.Order) { o.Parent[len(o.Parent)-1] = 0 },
		"an empty front": func(o *prepared.Order) { o.First[1] = 0 },
		"a huge front":   func(o *prepared.Order) { o.First[1] = 1 << 30 },
		"swapped nodes": func(o *prepared.Order) {
			o.Node[0], o.Node[len(o.Node)-1] = o.Node[len(o.Node)-1], o.Node[0]
		},
	} {
		bad := &prepared.Order{Parent: slices.Clone(o.Parent), First: slices.Clone(o.First), Node: slices.Clone(o.Node)}
		spoil(bad)
		refused(what, a.Graph, bad)
	}
}

// Distances that 30 bits cannot hold are refused; long edges that no path needs are not.
func TestBound(t *testing.T) {
	const w = 1 << 29
	for _, c := range []struct {
		name string
		m    *scene.Map
		ok   bool
	}{
		{"short", ssspgen.Path(100, 5), true},
		{"one long", ssspgen.Map(2, []graph.Arc{arc(0, 1, 1<<30-2)}), true},
		{"too long", ssspgen.Map(2, []graph.Arc{arc(0, 1, 1<<30-1)}), false},
		{"two long", ssspgen.Map(3, []graph.Arc{arc(0, 1, w), arc(1, 2, w)}), false},
		{"side by side", ssspgen.Map(4, []graph.Arc{arc(0, 1, w), arc(0, 2, w), arc(0, 3, w)}), true},
		{"a closed one", ssspgen.Map(3, []graph.Arc{arc(0, 1, w), arc(1, 2, graph.MaxWeight)}), false},
	} {
		if _, err := prepared.NewBound(c.m.Graph); (err == nil) != c.ok || err != nil && !errors.Is(err, fault.Limit) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	m := ssspgen.Map(3, []graph.Arc{arc(0, 1, w), arc(1, 2, w), arc(2, 0, 4)})
	g := reweighed(m.Graph, slices.Clone(m.Graph.Weight))
	g.Weight[0] = graph.Closed
	b, err := prepared.NewBound(g)
	if err != nil {
		t.Errorf("with a closed edge: %v", err)
	}
	for _, c := range []struct {
		edge, weight uint32
		ok           bool
	}{{1, w + 9, true}, {1, graph.MaxWeight, false}, {1, 5, true}, {0, w, true}, {1, w, false}, {0, 7, true}, {2, 9, true}, {2, graph.Closed, true}} {
		g.Weight[c.edge] = c.weight
		if err := b.Change(g, []uint32{c.edge}); (err == nil) != c.ok {
			t.Errorf("with edge %d of %d: %v", c.edge, c.weight, err)
		}
	}
}

// A network without small separators is refused, with the reason.
func TestNoRoads(t *testing.T) {
	m, err := graphload.Load(context.Background(), osmtest.Data(t, "graphs", "social", "kron16.el.gz"), graphload.Options{})
	if err != nil {
		t.Skip(err)
	}
	o, err := prepared.NewOrder(context.Background(), m.Graph, prepared.Making{})
	if err == nil {
		_, err = prepared.NewFronts(m.Graph, o)
	}
	t.Log(err)
	if !errors.Is(err, fault.Limit) {
		t.Errorf("got %v", err)
	}
}

func BenchmarkHost(b *testing.B) {
	m := load(b, "dimacs", "USA-road-d.NY.gr.gz")
	h := prepared.NewHost(frontsOf(b, m))
	b.Run("customize", func(b *testing.B) {
		for b.Loop() {
			h.Customize(m.Graph.Weight)
		}
	})
	dist := make([]uint32, m.Graph.Nodes())
	b.Run("tree", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			h.Tree(uint32(i*1000)%uint32(len(dist)), dist)
		}
	})
}

// parents returns for each node the last edge of a shortest path from the source, given
// all distances, and graph.NoNode for the source and for nodes without a path. Edges of
// weight zero join nodes of equal distance, so that equality alone could lead in cycles:
// they are taken only from nodes that have their edge already.
func parents(g *graph.Graph, source uint32, dist []uint32) []uint32 {
	parent := make([]uint32, g.Nodes())
	var done []uint32 // nodes that have a path, from which edges of weight zero may lead on
	for v := range uint32(g.Nodes()) {
		parent[v] = graph.NoNode
		if dist[v] == graph.Unreached || v == source {
			continue
		}
		for k := g.FirstIn[v]; k < g.FirstIn[v+1]; k++ {
			u, e := g.Tail[k], g.InEdge[k]
			if w := g.Weight[e]; w > 0 && uint64(dist[u])+uint64(w) == uint64(dist[v]) {
				parent[v] = e
				done = append(done, v)
				break
			}
		}
	}
	done = append(done, source)
	for at := 0; at < len(done); at++ {
		u := done[at]
		for e := g.FirstOut[u]; e < g.FirstOut[u+1]; e++ {
			if v := g.Head[e]; g.Weight[e] == 0 && dist[v] == dist[u] && v != source && parent[v] == graph.NoNode {
				parent[v] = e
				done = append(done, v)
			}
		}
	}
	return parent
}
