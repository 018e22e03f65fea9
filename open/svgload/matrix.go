package svgload

import (
	"math"
	"strings"
)

// vec is a point or a direction.
type vec struct{ x, y float64 }

func (v vec) add(w vec) vec            { return vec{v.x + w.x, v.y + w.y} }
func (v vec) sub(w vec) vec            { return vec{v.x - w.x, v.y - w.y} }
func (v vec) mul(f float64) vec        { return vec{v.x * f, v.y * f} }
func (v vec) dot(w vec) float64        { return v.x*w.x + v.y*w.y }
func (v vec) cross(w vec) float64      { return v.x*w.y - v.y*w.x }
func (v vec) length() float64          { return math.Hypot(v.x, v.y) }
func (v vec) left() vec                { return vec{v.y, -v.x} } // a quarter turn, anticlockwise because y points down
func (v vec) mix(w vec, t float64) vec { return v.add(w.sub(v).mul(t)) }

// matrix maps (x, y) to (a·x + c·y + e, b·x + d·y + f).
type matrix struct{ a, b, c, d, e, f float64 }

var identity = matrix{a: 1, d: 1}

func translate(x, y float64) matrix { return matrix{1, 0, 0, 1, x, y} }
func scale(x, y float64) matrix     { return matrix{x, 0, 0, y, 0, 0} }

// times returns the map that applies n first, then m.
func (m matrix) times(n matrix) matrix {
	return matrix{
		m.a*n.a + m.c*n.b, m.b*n.a + m.d*n.b,
		m.a*n.c + m.c*n.d, m.b*n.c + m.d*n.d,
		m.a*n.e + m.c*n.f + m.e, m.b*n.e + m.d*n.f + m.f,
	}
}

func (m matrix) apply(v vec) vec { return vec{m.a*v.x + m.c*v.y + m.e, m.b*v.x + m.d*v.y + m.f} }

// stretch returns the greatest factor by which the map scales a length.
func (m matrix) stretch() float64 {
	p, q := m.a*m.a+m.b*m.b, m.c*m.c+m.d*m.d
	r := m.a*m.c + m.b*m.d
	return math.Sqrt((p + q + math.Hypot(p-q, 2*r)) / 2)
}

// flat reports whether the map is degenerate or not finite.
func (m matrix) flat() bool {
	det := m.a*m.d - m.b*m.c
	sum := m.a + m.b + m.c + m.d + m.e + m.f
	return det == 0 || math.IsNaN(det) || math.IsInf(det, 0) || math.IsNaN(sum) || math.IsInf(sum, 0)
}

// parseTransform parses a list of transformations.
func parseTransform(s string) (matrix, bool) {
	m, t := identity, text{s: s}
	t.spaces()
	if strings.TrimSpace(s) == "none" {
		return m, true
	}
	for !t.end() {
		name := t.word()
		t.spaces()
		n, ok := t.arguments()
		if !ok {
			return identity, false
		}
		step, ok := transformation(name, n)
		if !ok {
			return identity, false
		}
		m = m.times(step)
		t.separator()
	}
	return m, true
}

// arguments parses numbers in brackets. The only CSS units are SVG's own: pixels and degrees.
func (t *text) arguments() ([]float64, bool) {
	if !t.accept('(') {
		return nil, false
	}
	var n []float64
	for t.spaces(); !t.accept(')'); t.separator() {
		v, ok := t.number()
		if !ok {
			return nil, false
		}
		if unit := t.word(); unit != "" && unit != "px" && unit != "deg" {
			return nil, false
		}
		n = append(n, v)
	}
	return n, true
}

func transformation(name string, n []float64) (matrix, bool) {
	switch {
	case name == "matrix" && len(n) == 6:
		return matrix{n[0], n[1], n[2], n[3], n[4], n[5]}, true
	case name == "translate" && len(n) == 1:
		return translate(n[0], 0), true
	case name == "translate" && len(n) == 2:
		return translate(n[0], n[1]), true
	case name == "scale" && len(n) == 1:
		return scale(n[0], n[0]), true
	case name == "scale" && len(n) == 2:
		return scale(n[0], n[1]), true
	case name == "rotate" && len(n) == 1:
		return rotate(n[0]), true
	case name == "rotate" && len(n) == 3:
		return translate(n[1], n[2]).times(rotate(n[0])).times(translate(-n[1], -n[2])), true
	case name == "skewX" && len(n) == 1:
		return matrix{1, 0, tan(n[0]), 1, 0, 0}, true
	case name == "skewY" && len(n) == 1:
		return matrix{1, tan(n[0]), 0, 1, 0, 0}, true
	}
	return identity, false
}

func rotate(degrees float64) matrix {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	return matrix{cos, sin, -sin, cos, 0, 0}
}

func tan(degrees float64) float64 { return math.Tan(degrees * math.Pi / 180) }

// fit returns the map from a viewBox, given as x, y, width, height, to a viewport of the given
// size, according to preserveAspectRatio.
func fit(box [4]float64, size vec, aspect string) (m matrix, ok bool) {
	words := strings.Fields(aspect)
	if len(words) > 0 && words[0] == "defer" {
		words = words[1:]
	}
	align, slice := "xMidYMid", len(words) == 2 && words[1] == "slice"
	if len(words) > 0 {
		align = words[0]
	}
	sx, sy := size.x/box[2], size.y/box[3]
	if align == "none" {
		return scale(sx, sy).times(translate(-box[0], -box[1])), true
	}
	at := map[string]float64{"Min": 0, "Mid": 0.5, "Max": 1}
	if ok = len(align) == 8 && align[0] == 'x' && align[4] == 'Y' && len(words) <= 2; ok {
		_, x := at[align[1:4]]
		_, y := at[align[5:]]
		ok = x && y
	}
	if !ok {
		align, slice = "xMidYMid", false
	}
	s := min(sx, sy)
	if slice {
		s = max(sx, sy)
	}
	x, y := at[align[1:4]]*(size.x-s*box[2]), at[align[5:]]*(size.y-s*box[3])
	return translate(x, y).times(scale(s, s)).times(translate(-box[0], -box[1])), ok
}

// viewBox parses a viewBox. ok is false if it has no area.
func viewBox(s string) (box [4]float64, ok bool) {
	n, ok := numbers(s)
	if !ok || len(n) != 4 || !(n[2] > 0 && n[3] > 0) {
		return box, false
	}
	return [4]float64(n), true
}
