package render

import (
	"testing"

	"kernelscope/compute/gpu/gputest"
)

// Points and triangles paint the same picture, also where elements reach in from
// outside of the view.
func TestPoints(t *testing.T) {
	d := gputest.Open(t)
	m := grid()
	s := states(d, m.Graph.Nodes())
	defer s.Release()
	for _, zoom := range []float64{0.3, 1, 3, 8} {
		for _, l := range []Look{{Ratio: 1}, {Ratio: 1, Full: true}, {Ratio: 2, ByDistance: true, Reach: 12000}} {
			c := junction(m, zoom)
			l.States, l.Painter = s, "quads"
			r := newMap(t, d, m)
			r.keys.always = "triangles"
			triangles := picture(t, d, r, c, l)
			if k := r.Keys(); k.Drawn != "triangles" {
				t.Fatalf("zoom %v: drawn as %s", zoom, k.Drawn)
			}
			r.keys.always = "points"
			points := picture(t, d, r, c, l)
			if k := r.Keys(); k.Drawn != "points" {
				t.Fatalf("zoom %v: drawn as %s", zoom, k.Drawn)
			}
			for i := range 20 {
				t.Log(zoom, l.Ratio, l.Full, i, differing(points, triangles, i))
			}
			if off := differing(points, triangles, 2); off > c.Width*c.Height/1000 || same(points.Pix) {
				t.Errorf("zoom %v, %+v: %d pixels differ", zoom, l, off)
			}
		}
	}
}
