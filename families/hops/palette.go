package hops

import (
	"image/color"

	"kernelscope/compute/ref"
	"kernelscope/render"
	"kernelscope/ui"
)

// Node states as they are drawn: the balls of both ends of a pair, and what the last level
// has found.
const (
	frontierState = ref.Near
	sourceState   = ref.Relaxed
	targetState   = ref.Far
)

func rgb(v uint32) color.RGBA { return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255} }

// theme is that of the program, with blue and orange for the two ends of a pair, and a ramp
// that ends far from the yellow of the frontier.
var theme = func() render.Theme {
	t := render.Dark
	t.Source, t.Target = rgb(0x5AA9F5), rgb(0xF0793A)
	t.States[sourceState], t.States[targetState] = t.Source, t.Target
	t.Ramp = [9]color.RGBA{
		rgb(0x4A50B8), rgb(0x4361C4), rgb(0x3A76C4), rgb(0x318CC2), rgb(0x3BA3BF), rgb(0x55BABB), rgb(0x7FCFBD), rgb(0xAEE1C9), rgb(0xDDF2DF),
	}
	return t
}()

// bitsColours are those of rows.
var bitsColours = render.BitsColours{None: rgb(0x161C23), Some: rgb(0x5AA9F5), Last: theme.States[frontierState]}

// Colours of directions in the dock.
var (
	downColour = rgb(0x6289CF)
	upColour   = rgb(0xC27BE8)
)

// Palette returns the colours that recordings consist of.
func (v *View) Palette(panel bool) (out []color.RGBA) {
	over := func(c, ground color.RGBA, steps int) {
		for i := 1; i <= steps; i++ {
			m := func(a, b uint8) uint8 { return uint8((int(a)*i + int(b)*(steps-i)) / steps) }
			out = append(out, color.RGBA{m(c.R, ground.R), m(c.G, ground.G), m(c.B, ground.B), 255})
		}
	}
	t := &theme
	out = append(out, t.Background, color.RGBA{A: 255}, bitsColours.None)
	for _, c := range []color.RGBA{t.Major, t.States[sourceState], t.States[targetState], t.States[frontierState], t.Path, downColour, upColour} {
		over(c, t.Background, 9)
	}
	for _, c := range t.Ramp {
		over(c, t.Background, 6)
	}
	over(t.States[frontierState], bitsColours.Some, 6)
	if panel {
		out = append(out, ui.PanelColours()...)
		over(t.Text, ui.PanelColours()[0], 14)
	}
	return out
}
