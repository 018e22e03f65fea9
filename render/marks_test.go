package render

import (
	"image/color"
	"testing"

	"kernelscope/compute/gpu/gputest"
)

// Marks are visible on both sides of roads, below them, with both painters and at every zoom.
// Setting other marks removes them.
func TestMarks(t *testing.T) {
	d := gputest.Open(t)
	m := grid()
	r := newMap(t, d, m)
	whole := Fit(m.Box, 240, 160, [4]float64{8, 8, 8, 8})
	violet, red := color.RGBA{0x80, 0, 0xFF, 0xFF}, color.RGBA{0xFF, 0, 0, 0xFF}
	count := func(c Camera, painter string, tint color.RGBA) (n int) {
		p := picture(t, d, r, c, Look{Ratio: 1, Painter: painter})
		for i := 0; i < len(p.Pix); i += 4 {
			if p.Pix[i] == tint.R && p.Pix[i+1] == tint.G && p.Pix[i+2] == tint.B {
				n++
			}
		}
		return n
	}
	middle := uint32(len(m.Lines) / 2)
	near := whole
	l := m.Lines[middle]
	near.X, near.Y = float64(m.Points[l.First].X), float64(m.Points[l.First].Y)
	near.Scale *= 14
	for _, painter := range Painters {
		for name, c := range map[string]Camera{"whole": whole, "near": near} {
			r.SetMarks([]Mark{{Lines: []uint32{middle}, Tint: violet, Rim: 6}, {Lines: []uint32{middle}, Tint: red, Rim: 3}})
			if v, k := count(c, painter, violet), count(c, painter, red); v < 20 || k < 20 {
				t.Errorf("%s, %s: %d pixels are of the wider mark, %d of the narrower one", painter, name, v, k)
			}
			r.SetMarks(nil)
			if v, k := count(c, painter, violet), count(c, painter, red); v+k > 0 {
				t.Errorf("%s, %s: %d pixels of marks are left", painter, name, v+k)
			}
		}
	}
	r.SetMarks([]Mark{{Lines: nil, Tint: red, Rim: 3}}) // a mark without lines
	if n := count(whole, "splat", red); n > 0 {
		t.Errorf("a mark of nothing has %d pixels", n)
	}
}
