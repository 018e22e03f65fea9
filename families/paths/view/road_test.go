package view

import (
	"math"
	"testing"

	"kernelscope/families/paths/session"
	"kernelscope/render/input"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
	"kernelscope/ui/uitest"
	"kernelscope/watch"
)

// openRoads opens a map with lines between its nodes, and returns the pixel in the middle of a
// line.
func (b *bench) openRoads() (x, y float64) {
	m := b.openMap()
	for i, l := range m.Lines {
		m.Points[l.First], m.Points[l.First+1] = m.Graph.At[l.From], m.Graph.At[l.To]
		for _, e := range m.EdgesOf(nil, uint32(i)) {
			m.Graph.Length[e] = 14 * m.Graph.Weight[e] // about 50 km/h
		}
	}
	b.camera.ZoomAt(800, 400, 4)
	l := m.Lines[len(m.Lines)/2]
	p := geom.Point{X: (m.Graph.At[l.From].X + m.Graph.At[l.To].X) / 2, Y: (m.Graph.At[l.From].Y + m.Graph.At[l.To].Y) / 2}
	return b.camera.Pixel(p)
}

// apply applies actions to the session.
func (b *bench) apply(actions []watch.Action) {
	b.T.Helper()
	for _, a := range actions {
		if err := b.s.Apply(a); err != nil {
			b.T.Fatal(err)
		}
	}
}

// Ctrl highlights a road and a click picks it; the slider changes its speed. It can be closed,
// reset and deselected.
func TestRoad(t *testing.T) {
	b := openBench(t, 1280, 800, 1)
	x, y := b.openRoads()
	b.Input.X, b.Input.Y, b.Input.Ctrl = x, y, true
	at := uitest.Find[session.PointAtRoad](t, b.frame())
	if at.At == nil || math.Abs(at.Within*b.camera.Scale-8) > 0.1 {
		t.Fatalf("it points at %+v", at)
	}
	b.apply([]watch.Action{at})
	if r := b.s.Snapshot().Pointed; r == nil || len(r.Lines) == 0 {
		t.Fatalf("the road pointed at is %+v", r)
	}
	if a := b.frame(); len(a) > 0 {
		t.Errorf("at rest it does %v", a)
	}
	b.apply([]watch.Action{uitest.Find[session.PickRoad](t, b.Drag(x, y, x, y))})
	b.Input.Ctrl = false
	if a := uitest.Find[session.PointAtRoad](t, b.frame()); a.At != nil {
		t.Errorf("without Ctrl it points at %+v", a)
	}
	r := b.s.Snapshot().Picked
	if r == nil {
		t.Fatal("nothing is picked")
	}
	b.frame()
	b.frame() // the window gets its size
	var last session.SetRoadSpeed
	for _, a := range b.Drag(1000, 165, 1045, 165) { // the slider
		if s, ok := a.(session.SetRoadSpeed); ok {
			last = s
		}
	}
	if last.KMH < 5 || last.KMH > 40 || len(last.Lines) != len(r.Lines) {
		t.Fatalf("the slider sets %+v", last)
	}
	b.apply([]watch.Action{last})
	if n := b.s.Snapshot(); n.Picked.KMH != last.KMH || len(n.Changes) != 1 {
		t.Errorf("the road has %+v", n.Picked)
	}
	click := func(x, y float64) []watch.Action { return b.Drag(x, y, x, y) }
	b.apply([]watch.Action{uitest.Find[session.CloseRoad](t, click(995, 191))})
	if !b.s.Snapshot().Picked.Closed {
		t.Error("the road is not closed")
	}
	uitest.Find[session.ResetRoads](t, click(995, 191))
	if a := uitest.Find[session.ResetRoads](t, click(1040, 215)); len(a.Lines) != len(r.Lines) {
		t.Errorf("it resets %v", a.Lines)
	}
	if a := uitest.Find[session.ResetRoads](t, click(1180, 215)); a.Lines != nil {
		t.Errorf("all is reset by %v", a.Lines)
	}
	if a := uitest.Find[session.SetWholeRoads](t, click(1125, 191)); a.Whole {
		t.Error("whole roads stay")
	}
	uitest.Find[session.DropRoad](t, click(1224, 127))
	b.apply([]watch.Action{uitest.Find[session.DropRoad](t, b.Press(input.KeyEscape))})
	if a := b.Press(input.KeyEscape); len(a) > 0 {
		t.Errorf("with nothing picked, Esc does %v", a)
	}
	b.Input.X, b.Input.Y, b.Input.Buttons[1] = x, y, true
	uitest.Find[session.PickRoad](t, b.frame())
	b.Input.Buttons[1] = false
	b.frame()
}

// If weights are not times, the editor offers a factor.
func TestRoadFactor(t *testing.T) {
	for _, metric := range []graph.Metric{graph.ByLength, graph.ByWeight} {
		b := openBench(t, 1280, 800, 1)
		x, y := b.openRoads()
		b.s.Snapshot().Map.Metric = metric
		b.apply([]watch.Action{session.PickRoad{At: b.camera.PointAt(x, y), Within: 1000}})
		b.frame()
		b.frame()
		var last session.ScaleRoad
		for _, a := range b.Drag(1000, 165, 1080, 165) {
			if s, ok := a.(session.ScaleRoad); ok {
				last = s
			}
		}
		if last.Factor < 2 || last.Factor > 60 {
			t.Errorf("by %v: the slider sets %+v", metric, last)
		}
	}
}

// TestRoadPictures compares the editor and the signs with golden pictures.
func TestRoadPictures(t *testing.T) {
	b := openBench(t, 440, 160, 0.6)
	x, y := b.openRoads()
	b.camera.Pan(330-x, 135-y)
	p := b.camera.PointAt(330, 135)
	b.apply([]watch.Action{session.SetView{View: session.View{}}, session.PickRoad{At: p, Within: 1000}})
	r := b.s.Snapshot().Picked
	if r == nil {
		t.Fatal("nothing is picked")
	}
	b.apply([]watch.Action{session.SetRoadSpeed{Lines: r.Lines, KMH: 30}})
	b.Golden("road-changed")
	b.apply([]watch.Action{session.CloseRoad{Lines: r.Lines}})
	b.Golden("road-closed")
}
