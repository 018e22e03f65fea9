package view

import (
	"image/color"

	"kernelscope/render"
	"kernelscope/ui"
)

// Palette returns the colours of recordings of sorts.
func (v *View) Palette(bool) []color.RGBA { return Palette(v.UI.Theme, ui.PanelColours(v.UI.Theme)) }

// Palette returns the colours of pictures of sorts: steps of the ramp, each also blended with the
// background, and the colours of the panel.
func Palette(t *render.Theme, panel []color.RGBA) []color.RGBA {
	mixed := func(a, b color.RGBA, i, of int) color.RGBA {
		m := func(x, y uint8) uint8 { return uint8((int(x)*(of-i) + int(y)*i) / of) }
		return color.RGBA{m(a.R, b.R), m(a.G, b.G), m(a.B, b.B), 255}
	}
	out := append([]color.RGBA{t.Background, t.Still}, panel...)
	const steps = 6 // between two colours of the ramp
	for i := range len(t.Ramp) - 1 {
		for k := range steps {
			c := mixed(t.Ramp[i], t.Ramp[i+1], k, steps)
			out = append(out, c, mixed(t.Background, c, 2, 3), mixed(t.Background, c, 1, 3))
		}
	}
	for _, c := range []color.RGBA{t.Text, t.States[2], t.States[3], panel[len(panel)-1]} {
		for i := 1; i <= 12; i++ {
			out = append(out, mixed(t.Background, c, i, 12))
		}
	}
	return out
}
