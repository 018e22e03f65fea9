package render

import (
	"testing"

	"kernelscope/compute/gpu/gputest"
	"kernelscope/scene"
	"kernelscope/scene/geom"
)

// named returns a grid of named roads with a town, a lake and a river.
func named() *scene.Map {
	m := grid()
	n := &scene.Names{Roads: []scene.RoadName{{}, {Name: "Main Street", Ref: "A 7"}, {Name: "Невский проспект"}, {Name: "Οδός Ερμού"}}}
	for i := range m.Lines {
		l := &m.Lines[i]
		l.Class, l.Level = scene.Primary, 0
		road := uint32(0)
		if a, b := m.Graph.At[l.From], m.Graph.At[l.To]; a.Y == b.Y && l.From/12 >= 3 && l.From/12 < 6 {
			road = l.From/12 - 2
		}
		n.First, n.Road = append(n.First, l.First), append(n.Road, road)
	}
	at := m.Graph.At[6*12+5]
	n.Towns = []scene.Settlement{{Name: "Ålesund", At: geom.Point{X: at.X + 20000, Y: at.Y + 12000}}}
	m.Names = n
	c := m.Graph.At[2*12+8]
	ring := []geom.Point{{X: c.X - 90000, Y: c.Y}, {X: c.X, Y: c.Y - 60000}, {X: c.X + 90000, Y: c.Y}, {X: c.X, Y: c.Y + 60000}, {X: c.X - 90000, Y: c.Y}}
	m.Water = &scene.Water{Points: append(ring, m.Box.Min, m.Box.Max), Shapes: []scene.WaterShape{{First: 0, End: 5}, {First: 5, End: 7, Kind: scene.River}}}
	return m
}

// TestLabels compares a map with names and water with a golden picture, for both painters and on a
// display of twice the resolution. Without labels there must be no letters.
func TestLabels(t *testing.T) {
	d := gputest.Open(t)
	m := named()
	r := newMap(t, d, m)
	c := Fit(m.Box, 256, 200, [4]float64{6, 6, 6, 6})
	c.Scale *= 2.5
	l := Look{Ratio: 1, Painter: "splat", Labels: true}
	golden(t, "labels", picture(t, d, r, c, l))
	marks := r.labels.count
	l.Labels = false
	plain := picture(t, d, r, c, l)
	golden(t, "no-labels", plain)
	if marks < 30 {
		t.Errorf("%d letters and plates", marks)
	}
	l.Labels, l.Ratio = true, 2
	picture(t, d, r, c, l)
	if r.labels.count == 0 || r.labels.count >= marks {
		t.Errorf("%d letters fit at twice the size, %d before", r.labels.count, marks)
	}
}
