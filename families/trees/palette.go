package trees

import (
	"image/color"

	"kernelscope/compute"
	"kernelscope/compute/ref"
	"kernelscope/render"
	session "kernelscope/session/trees"
	"kernelscope/ui"
)

func rgb(v uint32) color.RGBA { return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255} }

// theme is that of the program, with a ramp that is bright where the tree begins, and a
// colour for what a step has found that is none of the ramp's. The ramp is that of the
// program, turned round, with a far end that is seen on the background.
var theme = func() render.Theme {
	t := render.Dark
	t.States[ref.Near] = rgb(0xFFFFFF)
	t.Ramp = [9]color.RGBA{
		rgb(0xFDE725), rgb(0xB8DE29), rgb(0x73D055), rgb(0x3CBB75), rgb(0x20A486), rgb(0x25848E), rgb(0x2D6A9E), rgb(0x46559F), rgb(0x5A4592),
	}
	return t
}()

// Colours of the front that is shown.
var (
	insideColour   = rgb(0xFF8A3D)
	boundaryColour = rgb(0x6FD3FF)
	lengthsColours = render.LengthsColours{None: rgb(0x1A2028), Near: theme.Ramp[0], Middle: theme.Ramp[4], Far: theme.Ramp[8]}
)

// stateLayer is the layer that colours roads.
func stateLayer(n *session.Snapshot) compute.LayerKind {
	if n.View.Colour == session.Separators {
		return session.Depths
	}
	return session.States
}

// shownDepths is how many depths of separators have dots: below, most nodes are in cells.
const shownDepths = 7

// dotsOf marks nodes: the separators near the root, those of the fronts that a stage of
// customization has worked on, and those of the front that is shown.
func dotsOf(n *session.Snapshot, layers map[compute.LayerKind]compute.Layer, ratio float64) (dots []render.Dots) {
	if n.Front == nil {
		return nil
	}
	rows := layers[session.Rows].Buffer
	at := func(depth int, tint color.RGBA) {
		first, end := n.Made.First[n.Made.Levels[depth]], n.Made.First[n.Made.Levels[depth+1]]
		dots = append(dots, render.Dots{List: rows, First: int(first), Count: int(end - first), Stride: 1, Tint: tint})
	}
	if n.View.Colour == session.Separators {
		for depth := min(shownDepths, depths(n)) - 1; depth >= 0; depth-- {
			c := ui.Between(theme.Ramp[:], float64(depth)/float64(max(1, depths(n)-1)))
			at(depth, color.RGBA(c))
		}
	}
	if n.Event.Step > 0 && n.Event.Step <= n.Made.Stages() {
		at(n.Front.Worked, theme.States[ref.Near])
	}
	if n.View.Front {
		for _, k := range []struct {
			kind compute.LayerKind
			tint color.RGBA
		}{{session.Boundary, boundaryColour}, {session.Inside, insideColour}} {
			l := layers[k.kind]
			dots = append(dots, render.Dots{List: l.Buffer, First: l.First, Count: l.Count, Stride: 1, Tint: k.tint})
		}
	}
	return dots
}

// Palette returns the colours that recordings consist of.
func (v *View) Palette(panel bool) (out []color.RGBA) {
	over := func(c, ground color.RGBA, steps int) {
		for i := 1; i <= steps; i++ {
			m := func(a, b uint8) uint8 { return uint8((int(a)*i + int(b)*(steps-i)) / steps) }
			out = append(out, color.RGBA{m(c.R, ground.R), m(c.G, ground.G), m(c.B, ground.B), 255})
		}
	}
	t := &theme
	out = append(out, t.Background, color.RGBA{A: 255}, lengthsColours.None)
	for _, c := range []color.RGBA{t.Major, t.States[ref.Near], t.Source, t.Target, insideColour, boundaryColour, t.Changed, t.Closed} {
		over(c, t.Background, 6)
	}
	for _, c := range t.Ramp {
		over(c, t.Background, 9)
	}
	for i := range 32 { // between the colours of the ramp
		out = append(out, color.RGBA(ui.Between(t.Ramp[:], float64(i)/31)))
	}
	if panel {
		out = append(out, ui.PanelColours()...)
		over(t.Text, ui.PanelColours()[0], 10)
	}
	return out
}
