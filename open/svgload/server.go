package svgload

import (
	"image/color"
)

// server parses a paint that is a reference. A gradient becomes its mean colour; any other
// reference becomes its fallback colour, or none.
func (d *drawing) server(n *node, s string, st *style) paint {
	name, rest, ok := reference(s)
	i, found := d.byID[name]
	if ok && found {
		switch g := &d.nodes[i]; g.tag {
		case "linearGradient", "radialGradient":
			c, ok := d.mean(i, st)
			d.note(g.line, "%s: drawn in its mean colour", g.tag)
			return paint{c, ok}
		case "pattern":
			d.note(g.line, "pattern: not drawn")
		}
	} else {
		d.note(n.line, "paint %q is not in the file", short(s))
	}
	if rest == "" || rest == "none" {
		return paint{}
	}
	c, ok := parseColor(rest, st.color)
	return paint{c, ok}
}

// mean returns the mean colour of a gradient over its length. A gradient without stops
// has none.
func (d *drawing) mean(gradient int32, st *style) (color.NRGBA, bool) {
	if c, ok := d.means[gradient]; ok {
		return c, c != color.NRGBA{}
	}
	at := gradient
	for range maxChain {
		if stops := d.stops(at, st); len(stops) > 0 {
			d.means[gradient] = meanOf(stops)
			break
		}
		name := d.nodes[at].attr("href")
		if name == "" || name[0] != '#' {
			break
		}
		next, ok := d.byID[name[1:]]
		if !ok {
			break
		}
		at = next
	}
	c, ok := d.means[gradient]
	if !ok {
		d.means[gradient] = color.NRGBA{}
	}
	return c, ok
}

type stop struct {
	at    float64
	color color.NRGBA
}

func (d *drawing) stops(gradient int32, st *style) (stops []stop) {
	last := 0.0
	for i := d.nodes[gradient].first; i != none; i = d.nodes[i].next {
		n := &d.nodes[i]
		if n.tag != "stop" {
			continue
		}
		at, _ := fraction(n.attr("offset"))
		last = max(last, at)
		s, opacity := stop{last, color.NRGBA{A: 255}}, 1.0
		for _, p := range d.declarations(n, &d.work) {
			switch p.name {
			case "stop-color":
				if c, ok := parseColor(p.value, st.color); ok {
					s.color = c
				}
			case "stop-opacity":
				set(&opacity, p.value, fraction)
			}
		}
		s.color = fade(s.color, opacity)
		stops = append(stops, s)
	}
	return stops
}

// meanOf weights every stop by the length that it colours, and its colour by its alpha.
func meanOf(stops []stop) color.NRGBA {
	var r, g, b, a float64
	add := func(c color.NRGBA, part float64) {
		alpha := part * float64(c.A) / 255
		r, g, b, a = r+alpha*float64(c.R), g+alpha*float64(c.G), b+alpha*float64(c.B), a+alpha
	}
	first, last := stops[0], stops[len(stops)-1]
	add(first.color, first.at)
	add(last.color, 1-last.at)
	for i, s := range stops[1:] {
		half := (s.at - stops[i].at) / 2
		add(stops[i].color, half)
		add(s.color, half)
	}
	if a == 0 {
		return color.NRGBA{R: 1} // transparent, but not the zero value
	}
	return color.NRGBA{byteOf(r / a / 255), byteOf(g / a / 255), byteOf(b / a / 255), byteOf(a)}
}
