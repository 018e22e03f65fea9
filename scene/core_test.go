package scene_test

import (
	"testing"

	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/scene/geom"
)

// Two long roads out of a city do not extend the core; the core of a map without outliers is its
// box.
func TestCore(t *testing.T) {
	m := ssspgen.Grid(1, 60, 60, 40)
	for i := range m.Graph.At {
		m.Graph.At[i] = geom.Point{X: int32(i%60) * 100, Y: int32(i/60) * 100}
	}
	m.Box = geom.Bounds(m.Graph.At)
	if got := m.Core(); got != m.Box {
		t.Errorf("without outliers the core is %v of %v", got, m.Box)
	}
	for i := range 8 {
		m.Graph.At[i].X = -40_000 - int32(i)
		m.Graph.At[len(m.Graph.At)-1-i].X = 50_000 + int32(i)
	}
	whole := geom.Bounds(m.Graph.At)
	m.Box = whole
	got := m.Core()
	if got.Width() > 9_000 || got.Min.X > 0 || got.Max.X < 5_900 || got.Height() < 5_900 {
		t.Errorf("the core of a map with two roads far out is %v", got)
	}
	if m.Box != whole {
		t.Error("the map was changed")
	}
}
