package graphgen_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"strings"

	"kernelscope/assets"
	"kernelscope/osmload"
	"kernelscope/scene"
	"kernelscope/scene/build"
	"kernelscope/scene/gen"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
	"kernelscope/scene/graphgen"
)

func made(t *testing.T, in build.Input) *scene.Map {
	t.Helper()
	m, err := build.Map(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	if !m.Abstract || m.Metric != graph.ByWeight {
		t.Errorf("abstract %v, weight %s", m.Abstract, m.Metric)
	}
	checkLines(t, m)
	return m
}

// checkLines compares the ends of drawn lines with the positions of their nodes.
func checkLines(t *testing.T, m *scene.Map) {
	t.Helper()
	g := m.Graph
	for u := range g.Nodes() {
		for e := g.FirstOut[u]; e < g.FirstOut[u+1]; e++ {
			l := m.Lines[g.Line[e]>>1]
			ends := [2]uint32{l.From, l.To}
			if g.Line[e]&1 == 1 {
				ends = [2]uint32{l.To, l.From}
			}
			points := m.EdgePoints(nil, e)
			if ends != [2]uint32{uint32(u), g.Head[e]} || points[0] != g.At[u] || points[len(points)-1] != g.At[g.Head[e]] {
				t.Fatalf("edge %d from %d is drawn elsewhere", e, u)
			}
		}
	}
}

func TestGrid(t *testing.T) {
	m := made(t, graphgen.Grid(1, 7, 5, 10))
	if g := m.Graph; g.Nodes() != 35 || g.Edges() != 2*(6*5+7*4) || g.Components != 1 || slices.Max(g.Weight) > 10 || slices.Min(g.Weight) < 1 {
		t.Errorf("%d nodes, %d edges, weights %d to %d", g.Nodes(), g.Edges(), slices.Min(g.Weight), slices.Max(g.Weight))
	}
	if second := graphgen.Grid(1, 7, 5, 10); !slices.Equal(second.Arcs, graphgen.Grid(1, 7, 5, 10).Arcs) || slices.Equal(second.Arcs, graphgen.Grid(2, 7, 5, 10).Arcs) {
		t.Error("the seed does not decide")
	}
}

// Roads has the properties of a road network, USA-road-d.NY, which has 2.78 arcs per node; 16 % of
// its nodes have one arc, and 5 % more than three; the median weight is 951, the mean 1,293.
func TestRoads(t *testing.T) {
	const n = 30000
	g := made(t, graphgen.Roads(1, n)).Graph
	if want := graphgen.RoadDegree * n; g.Nodes() != n || math.Abs(float64(g.Edges())-want) > 2 || g.Components != 1 {
		t.Errorf("%d nodes, %d edges, want %.0f; %d components", g.Nodes(), g.Edges(), want, g.Components)
	}
	degrees := [5]float64{}
	for u := range g.Nodes() {
		degrees[g.FirstOut[u+1]-g.FirstOut[u]] += 1.0 / n
	}
	if degrees[1] < 0.12 || degrees[1] > 0.2 || degrees[3] < 0.3 {
		t.Errorf("shares of nodes by degree: %.3f", degrees)
	}
	w := slices.Sorted(slices.Values(g.Weight))
	if median := w[len(w)/2]; median < 850 || median > 1150 || g.MeanWeight() < 1100 || g.MeanWeight() > 1400 || w[0] == 0 {
		t.Errorf("median %d, mean %.0f, least %d", median, g.MeanWeight(), w[0])
	}
	for _, n := range []int{2, 3, 10, 17} {
		if g := made(t, graphgen.Roads(1, n)).Graph; g.Nodes() != n || g.Components != 1 {
			t.Errorf("%d nodes: %d components", n, g.Components)
		}
	}
}

func TestKronecker(t *testing.T) {
	g := made(t, graphgen.Kronecker(1, 10, 8, 255)).Graph
	most := uint32(0)
	for u := range uint32(g.Nodes()) {
		most = max(most, g.FirstOut[u+1]-g.FirstOut[u])
		if g.FirstOut[u] == g.FirstOut[u+1] {
			t.Errorf("node %d has no edge", u)
		}
	}
	if g.Nodes() > 1024 || g.Edges() > 2*8*1024 || g.Edges() < 8*1024 || float64(most) < 8*g.MeanDegree() || slices.Max(g.Weight) > 255 {
		t.Errorf("%d nodes, %d edges, greatest degree %d", g.Nodes(), g.Edges(), most)
	}
}

func TestAdversarial(t *testing.T) {
	for _, kind := range graphgen.AdversarialKinds() {
		for _, n := range []int{2, 50, 1000} {
			in, err := graphgen.Adversarial(kind, 1, n)
			if err != nil {
				t.Fatal(err)
			}
			g := made(t, in).Graph
			if kind != "hubs" && g.Nodes() != n {
				t.Errorf("%s: %d nodes, want %d", kind, g.Nodes(), n)
			}
			least, most := slices.Min(g.Weight), slices.Max(g.Weight)
			if kind == "zero" && least != 0 || kind == "heavy" && (least < graph.MaxWeight-1000 || most > graph.MaxWeight) {
				t.Errorf("%s: weights %d to %d", kind, least, most)
			}
		}
	}
	if _, err := graphgen.Adversarial("kind", 1, 10); err == nil {
		t.Error("an unknown kind was made")
	}
}

// Tile repeats its map and joins the copies by roads.
func TestTile(t *testing.T) {
	delaware, err := osmload.Read(context.Background(), strings.NewReader(assets.Delaware), int64(len(assets.Delaware)), "d", osmload.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, m := range map[string]*scene.Map{"Delaware": delaware, "grid": made(t, graphgen.Grid(1, 9, 6, 100)), "one node": made(t, graphgen.Grid(1, 1, 1, 1))} {
		for _, k := range []int{1, 2, 3} {
			tiles, err := graphgen.Tile(m, k)
			if err != nil {
				t.Fatal(err)
			}
			checkLines(t, tiles)
			testTile(t, name, m, tiles, k)
		}
	}
	if _, err := graphgen.Tile(delaware, 1000); err == nil {
		t.Error("a million of Delaware was made")
	}
}

func testTile(t *testing.T, name string, m, tiles *scene.Map, k int) {
	t.Helper()
	g, g2, n := m.Graph, tiles.Graph, uint32(m.Graph.Nodes())
	if g2.Nodes() != k*k*g.Nodes() || tiles.Metric != m.Metric || len(g2.Connected()) != k*k*len(g.Connected()) {
		t.Fatalf("%s, %d × %d: %d nodes, the largest component has %d", name, k, k, g2.Nodes(), len(g2.Connected()))
	}
	between := 0
	for u := range uint32(g2.Nodes()) {
		e, end := g2.FirstOut[u], g2.FirstOut[u+1]
		if heads := g2.Head[e:end]; !slices.IsSorted(heads) || len(slices.Compact(slices.Clone(heads))) != len(heads) {
			t.Fatalf("%s: the heads of %d are %d", name, u, heads)
		}
		own := g.FirstOut[u%n]
		for ; e < end; e++ {
			if g2.Head[e]/n != u/n {
				between++
				continue
			}
			if g2.Head[e]%n != g.Head[own] || g2.Weight[e] != g.Weight[own] || g2.Length[e] != g.Length[own] {
				t.Fatalf("%s: edge %d of node %d is not the map's", name, own, u%n)
			}
			own++
		}
		if own != g.FirstOut[u%n+1] {
			t.Fatalf("%s: node %d lacks edges", name, u)
		}
	}
	if least := 4 * k * (k - 1); between < least || k == 1 && between > 0 {
		t.Errorf("%s, %d × %d: %d edges between tiles", name, k, k, between)
	}
}

// Examples are small and connected, and every node has a place.
func TestExamples(t *testing.T) {
	for _, kind := range graphgen.Kinds() {
		if kind.Name != "example" {
			continue
		}
		for _, name := range kind.Params[0].Words {
			v, err := kind.Complete(gen.Values{"kind": name})
			if err != nil {
				t.Fatal(err)
			}
			m, err := kind.Make(context.Background(), v, nil)
			if err != nil {
				t.Fatal(err)
			}
			places := map[geom.Point]bool{}
			for _, p := range m.Graph.At {
				places[p] = true
			}
			if n := m.Graph.Nodes(); n < 6 || n > 10 || m.Graph.Components != 1 || len(places) != n {
				t.Errorf("%s: %d nodes at %d places, in %d components", name, n, len(places), m.Graph.Components)
			}
		}
	}
}
