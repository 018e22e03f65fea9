package build_test

import (
	"context"
	"math"
	"testing"

	"kernelscope/compute/oracle"
	"kernelscope/scene"
	"kernelscope/scene/build"
	"kernelscope/scene/geom"
	"kernelscope/scene/graphgen"
)

// Rings places each level farther from the root than the level before, and moves lines and dots along.
func TestRings(t *testing.T) {
	m, err := build.Map(context.Background(), graphgen.Kronecker(1, 11, 8, 1))
	if err != nil {
		t.Fatal(err)
	}
	if !build.IsWeb(m) {
		t.Fatal("the graph is no web")
	}
	const root = 17
	for _, against := range []bool{false, true} {
		r := build.Rings(m, root, against)
		level := oracle.BFS(m.Graph.FirstOut, m.Graph.Head, root) // edges have both directions
		low, high := map[uint32]float64{}, map[uint32]float64{}
		for v, p := range r.Graph.At {
			d := math.Hypot(float64(p.X), float64(p.Y))
			if x, ok := low[level[v]]; !ok || d < x {
				low[level[v]] = d
			}
			high[level[v]] = max(high[level[v]], d)
		}
		if len(low) < 4 || high[0] != 0 {
			t.Errorf("there are %d rings, and the root is %g from the middle", len(low), high[0])
		}
		for k := range low {
			if k > 0 && k < math.MaxUint32 && !(low[k] > high[k-1]) {
				t.Errorf("ring %d begins at %g, and ring %d ends at %g", k, low[k], k-1, high[k-1])
			}
		}
		if last := low[math.MaxUint32]; last != 0 && last < high[1] {
			t.Errorf("nodes that are not reached are %g from the middle", last)
		}
		lines(t, m, r)
	}
	if m.Graph.At[root] == (geom.Point{}) {
		t.Error("the map itself changed")
	}
}

// lines checks the lines of a map on rings.
func lines(t *testing.T, m, r *scene.Map) {
	t.Helper()
	if len(r.Lines) != len(m.Lines) || r.Box == m.Box {
		t.Fatalf("%d lines, want %d", len(r.Lines), len(m.Lines))
	}
	shown := 0
	for _, l := range r.Lines {
		p, q := r.Points[l.First], r.Points[l.End-1]
		if l.From != l.To && (p != r.Graph.At[l.From] || q != r.Graph.At[l.To]) || l.From == l.To && (p.Y != q.Y || p.Y != r.Graph.At[l.From].Y || p.X >= q.X) {
			t.Fatalf("line %+v is from %v to %v", l, p, q)
		}
		if l.Class == scene.Service {
			shown++
		}
	}
	if want := m.Graph.Nodes() - int(m.Graph.Components); shown < want/2 || shown >= m.Graph.Nodes() {
		t.Errorf("%d lines lead to parents, of %d nodes", shown, m.Graph.Nodes())
	}
}
