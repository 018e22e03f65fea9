package render

import (
	"testing"

	"kernelscope/compute/gpu/gputest"
	"kernelscope/scene/geom"
)

// A picture whose theme is changed looks the same as a new picture in that theme.
func TestChangeOfTheme(t *testing.T) {
	d := gputest.Open(t)
	m := grid()
	s := states(d, m.Graph.Nodes())
	defer s.Release()
	c := Fit(m.Box, 240, 160, [4]float64{8, 8, 8, 8})
	made := func(theme *Theme) *Map {
		r, err := NewMap(d, m, theme)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(r.Release)
		r.SetPath([]geom.Point{m.Graph.At[0], m.Graph.At[13], m.Graph.At[14]})
		return r
	}
	for _, painter := range Painters {
		own := Dark
		changed := made(&own)
		look := Look{States: s, Ratio: 1, Painter: painter}
		dark := picture(t, d, changed, c, look)
		for _, theme := range Themes[1:] {
			own = *theme
			got := picture(t, d, changed, c, look)
			if off := differing(got, picture(t, d, made(theme), c, look), 0); off > 0 {
				t.Errorf("%s, %s: %d pixels are not those of the theme", painter, theme.Name, off)
			}
			if off := differing(got, dark, 2); off < 1000 {
				t.Errorf("%s, %s: only %d pixels have changed", painter, theme.Name, off)
			}
		}
	}
}
