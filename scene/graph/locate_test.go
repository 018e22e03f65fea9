package graph_test

import (
	"testing"

	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

// A point far from all nodes has none. Near both an islet and the mainland, the node of the
// mainland is found.
func TestSnap(t *testing.T) {
	at := []geom.Point{{X: 0, Y: 0}, {X: 100, Y: 0}, {X: 1000, Y: 0}, {X: 1100, Y: 0}}
	var arcs []graph.Arc
	for _, ends := range [][2]uint32{{0, 1}, {1, 0}, {2, 3}, {3, 2}} {
		arcs = append(arcs, graph.Arc{Tail: ends[0], Head: ends[1], Time: 1, Length: 1})
	}
	g, err := graph.FromArcs(at, []int64{1, 2, 3, 4}, arcs, graph.ByTime)
	if err != nil {
		t.Fatal(err)
	}
	l := graph.NewLocator(g)
	main := func(v uint32) bool { return v < 2 }
	for _, c := range []struct {
		x, within float64
		want      uint32
	}{
		{-5000, 0, 0}, {5000, 0, 3}, {5000, 300, graph.NoNode}, {1200, 300, 3}, {590, 1000, 1}, {590, 700, 2}, {990, 20, 2}, {110, 20, 1},
	} {
		if got := l.Snap(geom.Point{X: int32(c.x)}, c.within, main); got != c.want {
			t.Errorf("at %g, within %g, it is node %d, want %d", c.x, c.within, int32(got), int32(c.want))
		}
	}
}
