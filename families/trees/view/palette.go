package view

import (
	"image/color"

	"kernelscope/compute"
	"kernelscope/families/trees/session"
	"kernelscope/render"
	"kernelscope/scene/graph"
	"kernelscope/ui"
)

// palette is a theme of the program, adapted to trees.
type palette struct{ render.TreeColours }

// PaletteOf adapts a theme of the program.
func PaletteOf(of *render.Theme) palette { return palette{render.TreesOf(of)} }

// shown adapts a palette to the colours that are shown: losses have a ramp of their own.
func (p palette) shown(c session.Colour) palette {
	if c == session.Loss {
		p.Ramp = p.Losses
	}
	return p
}

// dots marks the separators near the root, the nodes of the fronts of the last step, and the nodes of the shown
// front.
func (p *palette) dots(n *session.Snapshot, layers map[compute.LayerKind]compute.Layer) (dots []render.Dots) {
	if n.Front == nil || n.View.Colour.OfAll() && !n.View.Front {
		return nil
	}
	add := func(kind compute.LayerKind, first, count int, tint color.RGBA, size float64) {
		l := layers[kind]
		dots = append(dots, render.Dots{List: l.Buffer, First: l.First + first, Count: count, Stride: 1, Tint: tint, Size: size})
	}
	if n.View.Colour == session.Separators {
		for depth := len(n.Cuts) - 2; depth >= 0; depth-- {
			c := color.RGBA(ui.Between(p.Ramp[:], float64(depth)/float64(max(1, n.Depths()-1))))
			add(session.Cuts, n.Cuts[depth], n.Cuts[depth+1]-n.Cuts[depth], c, max(1, 2-0.25*float64(depth)))
		}
	}
	fresh := p.States[graph.StateNear]
	if before := n.Swept(); before > 0 {
		add(session.Rows, 0, int(n.Made.First[n.Made.Levels[before]]), p.Known, 1)
	}
	for _, rows := range n.Fresh() {
		size, count := 1.0, int(rows[1]-rows[0])
		if count > session.ManyDots {
			size = session.SmallDots
		}
		add(session.Rows, int(rows[0]), count, fresh, size)
	}
	if n.View.Front {
		add(session.Boundary, 0, layers[session.Boundary].Count, p.Boundary, 1.6)
		add(session.Inside, 0, layers[session.Inside].Count, p.Inside, 1.6)
	}
	return dots
}

// Palette returns the colours of recordings.
func (v *View) Palette(panel bool) (out []color.RGBA) {
	over := func(c, ground color.RGBA, steps int) {
		for i := 1; i <= steps; i++ {
			m := func(a, b uint8) uint8 { return uint8((int(a)*i + int(b)*(steps-i)) / steps) }
			out = append(out, color.RGBA{m(c.R, ground.R), m(c.G, ground.G), m(c.B, ground.B), 255})
		}
	}
	t := &v.panel.palette
	out = append(out, t.Background, color.RGBA{A: 255}, t.Lengths.None)
	for _, c := range []color.RGBA{t.Major, t.States[graph.StateNear], t.Source, t.Target, t.Inside, t.Boundary, t.Known, t.Changed, t.Closed} {
		over(c, t.Background, 6)
	}
	for _, c := range t.Ramp {
		over(c, t.Background, 9)
	}
	for i := range 32 { // between the colours of the ramp
		out = append(out, color.RGBA(ui.Between(t.Ramp[:], float64(i)/31)))
	}
	if panel {
		out = append(out, ui.PanelColours(&t.Theme)...)
		over(t.Text, ui.PanelColours(&t.Theme)[0], 10)
	}
	return out
}
