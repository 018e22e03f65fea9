package ui_test

import (
	"math"
	"testing"

	"kernelscope/compute/session"
	"kernelscope/input"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

// openRoads opens a map whose lines lie between its nodes, and returns the pixel in
// the middle of a line.
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

// apply carries out the actions of a session.
func (b *bench) apply(actions []any) {
	b.t.Helper()
	for _, a := range actions {
		if a, ok := a.(any); ok {
			if err := b.s.Apply(a); err != nil {
				b.t.Fatal(err)
			}
		}
	}
}

// A road is pointed at with Ctrl, picked with a click, turned with the slider,
// closed, reset and left.
func TestRoad(t *testing.T) {
	b := open(t, 1280, 800, 1)
	x, y := b.openRoads()
	b.input.X, b.input.Y, b.input.Ctrl = x, y, true
	at := find[session.PointAtRoad](t, b.frame())
	if at.At == nil || math.Abs(at.Within*b.camera.Scale-8) > 0.1 {
		t.Fatalf("it points at %+v", at)
	}
	b.apply([]any{at})
	if r := b.s.Snapshot().Pointed; r == nil || len(r.Lines) == 0 {
		t.Fatalf("the road pointed at is %+v", r)
	}
	if a := b.frame(); len(a) > 0 {
		t.Errorf("at rest it does %v", a)
	}
	b.apply([]any{find[session.PickRoad](t, b.drag(x, y, x, y))})
	b.input.Ctrl = false
	if a := find[session.PointAtRoad](t, b.frame()); a.At != nil {
		t.Errorf("without Ctrl it points at %+v", a)
	}
	r := b.s.Snapshot().Picked
	if r == nil {
		t.Fatal("nothing is picked")
	}
	b.frame()
	b.frame() // the window finds its size
	var last session.SetRoadSpeed
	for _, a := range b.drag(1000, 73, 1045, 73) { // the slider
		if s, ok := a.(session.SetRoadSpeed); ok {
			last = s
		}
	}
	if last.KMH < 5 || last.KMH > 40 || len(last.Lines) != len(r.Lines) {
		t.Fatalf("the slider sets %+v", last)
	}
	b.apply([]any{last})
	if n := b.s.Snapshot(); n.Picked.KMH != last.KMH || len(n.Changes) != 1 {
		t.Errorf("the road has %+v", n.Picked)
	}
	click := func(x, y float64) []any { return b.drag(x, y, x, y) }
	b.apply([]any{find[session.CloseRoad](t, click(995, 99))})
	if !b.s.Snapshot().Picked.Closed {
		t.Error("the road is not closed")
	}
	find[session.ResetRoads](t, click(995, 99))
	if a := find[session.ResetRoads](t, click(1040, 123)); len(a.Lines) != len(r.Lines) {
		t.Errorf("it resets %v", a.Lines)
	}
	if a := find[session.ResetRoads](t, click(1180, 123)); a.Lines != nil {
		t.Errorf("all is reset by %v", a.Lines)
	}
	if a := find[session.SetWholeRoads](t, click(1125, 99)); a.Whole {
		t.Error("whole roads stay")
	}
	find[session.DropRoad](t, click(1224, 35))
	b.apply([]any{find[session.DropRoad](t, b.press(input.KeyEscape))})
	if a := b.press(input.KeyEscape); len(a) > 0 {
		t.Errorf("with nothing picked, Esc does %v", a)
	}
	b.input.X, b.input.Y, b.input.Buttons[1] = x, y, true
	find[session.PickRoad](t, b.frame())
	b.input.Buttons[1] = false
	b.frame()
}

// Where weights are no times, the editor turns a factor.
func TestRoadFactor(t *testing.T) {
	for _, metric := range []graph.Metric{graph.ByLength, graph.ByWeight} {
		b := open(t, 1280, 800, 1)
		x, y := b.openRoads()
		b.s.Snapshot().Map.Metric = metric
		b.apply([]any{session.PickRoad{At: b.camera.PointAt(x, y), Within: 1000}})
		b.frame()
		b.frame()
		var last session.ScaleRoad
		for _, a := range b.drag(1000, 73, 1080, 73) {
			if s, ok := a.(session.ScaleRoad); ok {
				last = s
			}
		}
		if last.Factor < 2 || last.Factor > 60 {
			t.Errorf("by %v: the slider sets %+v", metric, last)
		}
	}
}

// TestRoadPictures looks at the editor and at the signs.
func TestRoadPictures(t *testing.T) {
	b := open(t, 440, 140, 0.6)
	x, y := b.openRoads()
	b.camera.Pan(330-x, 115-y)
	p := b.camera.PointAt(330, 115)
	b.state.Snapshot = b.s.Snapshot()
	b.apply([]any{session.SetView{View: session.View{Panels: true}}, session.PickRoad{At: p, Within: 1000}})
	r := b.s.Snapshot().Picked
	if r == nil {
		t.Fatal("nothing is picked")
	}
	b.apply([]any{session.SetRoadSpeed{Lines: r.Lines, KMH: 30}})
	b.golden("road-changed")
	b.apply([]any{session.CloseRoad{Lines: r.Lines}})
	b.golden("road-closed")
}
