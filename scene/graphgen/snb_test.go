package graphgen_test

import (
	"errors"
	"slices"
	"testing"

	"kernelscope/internal/fault"
	"kernelscope/scene/build"
	"kernelscope/scene/geom"
	"kernelscope/scene/graphgen"
)

// TestSNB counts nodes, edges and degrees.
func TestSNB(t *testing.T) {
	for _, size := range graphgen.SNBSizes()[:2] {
		in, err := graphgen.SNB(1, size.Factor)
		if err != nil {
			t.Fatal(err)
		}
		in.At = make([]geom.Point, len(in.ID)) // no layout
		m, err := build.InOrder(in)
		if err != nil {
			t.Fatal(err)
		}
		g := m.Graph
		if g.Nodes() != size.Persons || g.Edges() != size.Edges {
			t.Errorf("factor %d: %d nodes and %d edges, want %d and %d", size.Factor, g.Nodes(), g.Edges(), size.Persons, size.Edges)
		}
		var degrees []int
		for v := range g.Nodes() {
			degrees = append(degrees, int(g.FirstOut[v+1]-g.FirstOut[v]))
		}
		slices.Sort(degrees)
		mean, median, most := g.Edges()/g.Nodes(), degrees[len(degrees)/2], degrees[len(degrees)-1]
		if median >= mean || most < 5*mean || most > 1000 {
			t.Errorf("factor %d: degrees are %d on average, median %d, at most %d", size.Factor, mean, median, most)
		}
		if largest := len(g.Connected()); largest < size.Persons*95/100 {
			t.Errorf("factor %d: the largest component has %d nodes", size.Factor, largest)
		}
	}
	if _, err := graphgen.SNB(1, 2); !errors.Is(err, fault.Limit) {
		t.Errorf("a factor that is not listed: %v", err)
	}
}
