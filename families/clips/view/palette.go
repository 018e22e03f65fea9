package view

import (
	"image/color"

	sorts "kernelscope/families/sorts/view"
	"kernelscope/ui"
)

// Palette returns the colours of recordings of partitions: the colours of sorts, and of walks.
func (v *View) Palette(bool) []color.RGBA {
	t := v.UI.Theme
	out := sorts.Palette(t, ui.PanelColours(t))
	for _, c := range walkColours() {
		for i := 1; i <= 8; i++ {
			m := func(a, b uint8) uint8 { return uint8((int(a)*i + int(b)*(8-i)) / 8) }
			out = append(out, color.RGBA{m(c.R, t.Background.R), m(c.G, t.Background.G), m(c.B, t.Background.B), 255})
		}
	}
	return out
}
