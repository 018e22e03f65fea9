package main

import (
	"image/color"

	"kernelscope/render"
	"kernelscope/ui"
)

// gifPalette are the colours that pictures consist of: those of the theme, over
// the background in steps, and those of the panel.
func gifPalette(t *render.Theme, panel bool) (out []color.RGBA) {
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
	if panel {
		for _, c := range ui.PanelColours() {
			out = append(out, c)
		}
		over(t.Text, ui.PanelColours()[0], 14)
		over(t.States[3], ui.PanelColours()[0], 8)
		over(t.States[2], ui.PanelColours()[0], 6)
		over(t.States[1], ui.PanelColours()[0], 6)
	}
	return out
}

// clipPalette are the colours that recordings of partitions consist of: those of sorts, and
// of walks.
func clipPalette(t *render.Theme) []color.RGBA {
	out := sortPalette(t, ui.PanelColours())
	for _, c := range ui.WalkColours() {
		for i := 1; i <= 8; i++ {
			m := func(a, b uint8) uint8 { return uint8((int(a)*i + int(b)*(8-i)) / 8) }
			out = append(out, color.RGBA{m(c.R, t.Background.R), m(c.G, t.Background.G), m(c.B, t.Background.B), 255})
		}
	}
	return out
}

// sortPalette are the colours that pictures of sorts consist of: the ramp in steps,
// each over the background, and those of the panel.
func sortPalette(t *render.Theme, panel []color.RGBA) []color.RGBA {
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
