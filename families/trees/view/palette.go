package view

import (
	"image/color"

	"kernelscope/compute"
	"kernelscope/families/trees/session"
	"kernelscope/render"
	"kernelscope/scene/graph"
	"kernelscope/ui"
)

func rgb(v uint32) color.RGBA { return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255} }

// palette is a theme of the program, adapted to trees.
type palette struct {
	render.Theme
	inside, boundary color.RGBA // nodes of the shown front
	known            color.RGBA // nodes whose distance earlier steps have found
	lengths          render.LengthsColours
}

// PaletteOf adapts a theme of the program: the ramp contrasts most near the source, and newly found
// nodes have a colour outside the ramp. On a dark background, the program's ramp is reversed and
// its far end is made brighter.
func PaletteOf(of *render.Theme) palette {
	t := *of
	p := palette{inside: rgb(0xFF8A3D), boundary: rgb(0x6FD3FF), known: rgb(0x6E93A6)}
	if t.IsLight {
		p = palette{inside: rgb(0xB8430A), boundary: rgb(0x0B6FA4), known: rgb(0x7FA0B2)}
		t.States[graph.StateNear] = rgb(0x000000)
	} else {
		t.States[graph.StateNear] = rgb(0xFFFFFF)
		t.Ramp = [9]color.RGBA{
			rgb(0xFDE725), rgb(0xB8DE29), rgb(0x73D055), rgb(0x3CBB75), rgb(0x20A486), rgb(0x25848E), rgb(0x2D6A9E), rgb(0x46559F), rgb(0x5A4592),
		}
	}
	p.Theme = t
	p.lengths = render.LengthsColours{None: t.Field, Near: t.Ramp[0], Middle: t.Ramp[4], Far: t.Ramp[8]}
	return p
}

// Ramps of gains and losses, on dark and light backgrounds: what stays the same is inconspicuous.
var (
	darkLosses = [9]color.RGBA{
		rgb(0x7FE3FF), rgb(0x4DB8E5), rgb(0x3D86AD), rgb(0x435F72), rgb(0x4B525A), rgb(0x79544A), rgb(0xB65B42), rgb(0xEC6A3C), rgb(0xFFB066),
	}
	lightLosses = [9]color.RGBA{
		rgb(0x0B3C73), rgb(0x1F6BA5), rgb(0x5697C4), rgb(0x97BDD8), rgb(0xBFC5CB), rgb(0xDFA08C), rgb(0xD0664E), rgb(0xB03528), rgb(0x7A1018),
	}
)

// shown adapts a palette to the colours that are shown: losses have a ramp of their own.
func (p palette) shown(c session.Colour) palette {
	switch {
	case c != session.Loss:
	case p.IsLight:
		p.Ramp = lightLosses
	default:
		p.Ramp = darkLosses
	}
	return p
}

// stateLayer returns the layer that colours roads.
func stateLayer(n *session.Snapshot) compute.LayerKind {
	switch {
	case n.View.Colour == session.Separators:
		return session.Depths
	case n.View.Colour.OfAll():
		return session.Reached
	}
	return session.States
}

// swept returns the number of depths of fronts whose distances are known before the last step, if
// that step is a depth of the sweep.
func swept(n *session.Snapshot) int {
	if step := n.Event.Step; n.Made == nil || step <= n.Made.Stages()+1 || step >= n.Steps-1 {
		return 0
	}
	return n.Front.Worked
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
			c := color.RGBA(ui.Between(p.Ramp[:], float64(depth)/float64(max(1, depths(n)-1))))
			add(session.Cuts, n.Cuts[depth], n.Cuts[depth+1]-n.Cuts[depth], c, max(1, 2-0.25*float64(depth)))
		}
	}
	fresh := p.States[graph.StateNear]
	rows := func(first, end uint32) { // marks the nodes of a range of fronts
		const many = 1000 // more dots would hide each other
		size, count := 1.0, int(n.Made.First[end]-n.Made.First[first])
		if count > many {
			size = 0.6
		}
		add(session.Rows, int(n.Made.First[first]), count, fresh, size)
	}
	if before := swept(n); before > 0 {
		add(session.Rows, 0, int(n.Made.First[n.Made.Levels[before]]), p.known, 1)
	}
	for _, f := range n.Front.Climb {
		rows(f, f+1)
	}
	if step := n.Event.Step; step > 0 && step < n.Steps-1 && n.Front.Climb == nil {
		rows(n.Made.Levels[n.Front.Worked], n.Made.Levels[n.Front.Worked+1])
	}
	if n.View.Front {
		add(session.Boundary, 0, layers[session.Boundary].Count, p.boundary, 1.6)
		add(session.Inside, 0, layers[session.Inside].Count, p.inside, 1.6)
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
	out = append(out, t.Background, color.RGBA{A: 255}, t.lengths.None)
	for _, c := range []color.RGBA{t.Major, t.States[graph.StateNear], t.Source, t.Target, t.inside, t.boundary, t.known, t.Changed, t.Closed} {
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
