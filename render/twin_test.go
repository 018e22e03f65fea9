package render

import (
	"image"
	"testing"

	"kernelscope/compute/gpu/gputest"
)

// A part of the target is drawn like the same part of the whole, and nothing outside it. A twin
// draws the same map with its own states.
func TestPart(t *testing.T) {
	d := gputest.Open(t)
	m := grid()
	r := newMap(t, d, m)
	twin, err := r.Twin()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(twin.Release) // released before the map
	s := states(d, m.Graph.Nodes())
	defer s.Release()
	part := image.Rect(90, 20, 200, 140)
	for _, p := range Painters {
		for _, zoom := range []float64{1, 4} {
			c := Fit(m.Box, 240, 160, [4]float64{8, 8, 8, 8})
			c.Scale *= zoom
			l := Look{States: s, Ratio: 1, Painter: p}
			whole := picture(t, d, r, c, l)
			l.Part = part
			got := picture(t, d, twin, c, l)
			drawn := 0
			for y := range 160 {
				for x := range 240 {
					in, at := image.Pt(x, y).In(part), got.NRGBAAt(x, y)
					if in && at != whole.NRGBAAt(x, y) || !in && at != got.NRGBAAt(0, 0) {
						t.Fatalf("%s, zoom %v: pixel %d, %d is %v, in the whole %v", p, zoom, x, y, at, whole.NRGBAAt(x, y))
					}
					if at != got.NRGBAAt(0, 0) {
						drawn++
					}
				}
			}
			if drawn < 500 {
				t.Errorf("%s, zoom %v: %d pixels are drawn", p, zoom, drawn)
			}
		}
	}
}
