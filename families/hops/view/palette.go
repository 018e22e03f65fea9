package view

import (
	"image/color"

	"kernelscope/render"
	"kernelscope/scene/graph"
	"kernelscope/ui"
)

// States of drawn nodes: in the ball of either end of a pair, or found by the last level.
const (
	frontierState = graph.StateNear
	sourceState   = graph.StateRelaxed
	targetState   = graph.StateFar
)

// bitsColours returns the colours of rows: of searches, or of the source's side of a pair.
func (u *panel) bitsColours(paired bool) render.BitsColours {
	c := render.BitsColours{None: u.theme.Chart, Some: u.Theme.States[graph.StateRelaxed], Last: u.theme.States[frontierState]}
	if paired {
		c.Some = u.theme.Source
	}
	return c
}

// Palette returns the colours of recordings.
func (v *View) Palette(panel bool) (out []color.RGBA) {
	over := func(c, ground color.RGBA, steps int) {
		for i := 1; i <= steps; i++ {
			m := func(a, b uint8) uint8 { return uint8((int(a)*i + int(b)*(steps-i)) / steps) }
			out = append(out, color.RGBA{m(c.R, ground.R), m(c.G, ground.G), m(c.B, ground.B), 255})
		}
	}
	t, bits := &v.panel.theme, v.panel.bitsColours(false)
	out = append(out, t.Background, color.RGBA{A: 255}, bits.None)
	for _, c := range []color.RGBA{t.Major, t.States[sourceState], t.States[targetState], t.States[frontierState], t.Path, t.Accent, render.Upward(t)} {
		over(c, t.Background, 9)
	}
	for _, c := range t.Ramp {
		over(c, t.Background, 6)
	}
	over(t.States[frontierState], bits.Some, 6)
	if panel {
		out = append(out, ui.PanelColours(t)...)
		over(t.Text, ui.PanelColours(t)[0], 14)
	}
	return out
}
