package view

import (
	"image/color"

	"kernelscope/ui"
)

// Palette returns the colours of pictures: the theme's, blended with the background, and the
// panel's.
func (v *View) Palette(panel bool) (out []color.RGBA) {
	t := v.UI.Theme
	over := func(c, ground color.RGBA, steps int) {
		for i := 1; i <= steps; i++ {
			m := func(a, b uint8) uint8 { return uint8((int(a)*i + int(b)*(steps-i)) / steps) }
			out = append(out, color.RGBA{m(c.R, ground.R), m(c.G, ground.G), m(c.B, ground.B), 255})
		}
	}
	out = append(out, t.Background, color.RGBA{A: 255})
	steps := 18
	if panel {
		steps = 10
	}
	for _, c := range []color.RGBA{t.Major, t.States[1], t.States[2], t.States[3], t.Path} {
		over(c, t.Background, steps)
	}
	for _, c := range []color.RGBA{t.Source, t.Target} {
		over(c, t.Background, 5)
	}
	for _, c := range t.Ramp {
		over(c, t.Background, 6)
	}
	if v.Session.Snapshot().Other != nil {
		for _, c := range []color.RGBA{t.Accent, t.Second} {
			over(color.RGBA{c.R, c.G, c.B, 255}, t.Background, 3)
		}
		over(t.Text, t.Background, 8)
	}
	if panel {
		out = append(out, ui.PanelColours(t)...)
		over(t.Text, ui.PanelColours(t)[0], 14)
		over(t.States[3], ui.PanelColours(t)[0], 8)
		over(t.States[2], ui.PanelColours(t)[0], 6)
		over(t.States[1], ui.PanelColours(t)[0], 6)
	}
	return out
}
