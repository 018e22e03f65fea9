package session

import (
	"errors"
	"testing"

	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

// TestPick clicks near a node, on a road between two nodes that are both farther, and far from
// every road, which does nothing and says so.
func TestPick(t *testing.T) {
	s := open(t)
	g := s.m.Graph
	for _, l := range s.m.Lines { // as straight as the nodes stand now
		s.m.Points[l.First], s.m.Points[l.End-1] = g.At[l.From], g.At[l.To]
	}
	near := geom.Point{X: g.At[44].X + 20, Y: g.At[44].Y - 10}
	if n := do(t, s, SetEnds{Source: &near, Within: 100}); n.Source.Node != 44 {
		t.Errorf("near node 44: node %d", n.Source.Node)
	}
	l := s.m.Lines[7]
	a, b := g.At[l.From], g.At[l.To]
	between := geom.Point{X: int32((3*int64(a.X) + 2*int64(b.X)) / 5), Y: int32((3*int64(a.Y) + 2*int64(b.Y)) / 5)}
	if n := do(t, s, SetEnds{Target: &between, Within: 100}); n.Target.Node != l.From {
		t.Errorf("on a road from node %d to %d: node %d", l.From, l.To, n.Target.Node)
	}
	before := s.Snapshot()
	far := geom.Point{X: -3000, Y: -3000}
	for _, ends := range []SetEnds{{Source: &far, Within: 100}, {Target: &far, Within: 100}} {
		if err := s.Apply(ends); !errors.Is(err, graph.ErrFar) {
			t.Errorf("far away: %v", err)
		}
	}
	if n := s.Snapshot(); n.Source != before.Source || n.Target != before.Target || n.Moment != before.Moment {
		t.Error("a click far away has changed the search")
	}
}
