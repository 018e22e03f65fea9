package svgload

import "math"

// isShape reports whether a tag is a shape.
func isShape(tag string) bool {
	switch tag {
	case "rect", "circle", "ellipse", "line", "polyline", "polygon", "path":
		return true
	}
	return false
}

// shape draws the outline of a tag in its own coordinates. The outline is empty if the tag is
// invisible or invalid.
func (d *drawing) shape(n *node, st *style, tolerance float64) (outline, error) {
	p := &pen{tolerance: tolerance}
	g := &geometry{d: d, n: n, view: st.view}
	var err error
	switch n.tag {
	case "rect":
		p.rect(g)
	case "circle":
		if r := g.radius("r"); r > 0 {
			p.ellipse(vec{g.x("cx"), g.y("cy")}, r, r)
		}
	case "ellipse":
		if rx, ry := g.radii(); rx > 0 && ry > 0 {
			p.ellipse(vec{g.x("cx"), g.y("cy")}, rx, ry)
		}
	case "line":
		p.moveTo(vec{g.x("x1"), g.y("y1")})
		p.lineTo(vec{g.x("x2"), g.y("y2")})
	case "polyline", "polygon":
		list, ok := numbers(n.attr("points"))
		if !ok || len(list)%2 == 1 {
			d.note(n.line, "points that are not understood: drawn up to there")
		}
		p.polyline(list, n.tag == "polygon")
	case "path":
		if data := n.attr("d"); data != "none" {
			if err = p.path(data, d.most.points-d.points); err != nil && !isLimit(err) {
				d.note(n.line, "path data with an error: drawn up to there")
				err = nil
			}
		}
	}
	if err == nil {
		err = d.count(len(p.points))
	}
	return p.outline, err
}

// geometry parses lengths of a shape.
type geometry struct {
	d    *drawing
	n    *node
	view vec
}

func (g *geometry) length(name string, whole float64) (float64, bool) {
	s := g.n.attr(name)
	if s == "" || s == "auto" {
		return 0, false
	}
	v, ok := length(s, whole)
	if !ok {
		g.d.note(g.n.line, "%s: %q is not understood", name, short(s))
	}
	return v, ok
}

func (g *geometry) x(name string) float64 { v, _ := g.length(name, g.view.x); return v }
func (g *geometry) y(name string) float64 { v, _ := g.length(name, g.view.y); return v }

// auto parses a radius that defaults to the other one.
func (g *geometry) auto(name string, whole float64) (float64, bool) {
	v, ok := g.length(name, whole)
	return v, ok && v >= 0
}

// radii returns rx and ry; if one is missing it equals the other.
func (g *geometry) radii() (rx, ry float64) {
	rx, hasX := g.auto("rx", g.view.x)
	ry, hasY := g.auto("ry", g.view.y)
	if !hasX {
		rx = ry
	}
	if !hasY {
		ry = rx
	}
	return rx, ry
}

func (g *geometry) radius(name string) float64 {
	v, _ := g.auto(name, g.view.length()/math.Sqrt2)
	return v
}

func (p *pen) rect(g *geometry) {
	x, y, w, h := g.x("x"), g.y("y"), g.x("width"), g.y("height")
	if !(w > 0 && h > 0) {
		return
	}
	rx, ry := g.radii()
	rx, ry = min(rx, w/2), min(ry, h/2)
	if !(rx > 0 && ry > 0) {
		rx, ry = 0, 0
	}
	p.moveTo(vec{x + rx, y})
	p.lineTo(vec{x + w - rx, y})
	p.quarter(vec{x + w - rx, y + ry}, rx, ry, 3)
	p.lineTo(vec{x + w, y + h - ry})
	p.quarter(vec{x + w - rx, y + h - ry}, rx, ry, 0)
	p.lineTo(vec{x + rx, y + h})
	p.quarter(vec{x + rx, y + h - ry}, rx, ry, 1)
	p.lineTo(vec{x, y + ry})
	p.quarter(vec{x + rx, y + ry}, rx, ry, 2)
	p.close()
}

func (p *pen) ellipse(c vec, rx, ry float64) {
	p.moveTo(vec{c.x + rx, c.y})
	for i := range 4 {
		p.quarter(c, rx, ry, i)
	}
	p.close()
}

// quarter draws a quarter of an ellipse. The first quarter is from the right to the bottom. Its
// ends are exact.
func (p *pen) quarter(c vec, rx, ry float64, i int) {
	if rx == 0 {
		return
	}
	end := [4]vec{{0, ry}, {-rx, 0}, {0, -ry}, {rx, 0}}[i]
	p.arc(matrix{rx, 0, 0, ry, c.x, c.y}, float64(i)*math.Pi/2, math.Pi/2, c.add(end))
}

// polyline draws lines through pairs of numbers. A single number at the end is ignored.
func (p *pen) polyline(list []float64, closed bool) {
	for i := 0; i+1 < len(list); i += 2 {
		if at := (vec{list[i], list[i+1]}); i == 0 {
			p.moveTo(at)
		} else {
			p.lineTo(at)
		}
	}
	if closed && len(list) >= 2 {
		p.close()
	}
}
