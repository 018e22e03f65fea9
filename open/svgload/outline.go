package svgload

import "math"

// outline is a path made only of straight lines.
type outline struct {
	points []vec
	lines  []polyline
}

// polyline is the points first to end-1 of an outline.
type polyline struct {
	first, end int
	closed     bool
}

// add appends a closed polyline.
func (o *outline) add(points ...vec) {
	first := len(o.points)
	o.points = append(o.points, points...)
	o.lines = append(o.lines, polyline{first, len(o.points), true})
}

// frame is a box of float64, before anything is rounded.
type frame struct{ min, max vec }

var noFrame = frame{vec{math.Inf(1), math.Inf(1)}, vec{math.Inf(-1), math.Inf(-1)}}

func (f frame) around(v vec) frame {
	return frame{vec{min(f.min.x, v.x), min(f.min.y, v.y)}, vec{max(f.max.x, v.x), max(f.max.y, v.y)}}
}

func (o *outline) frame(m matrix) frame {
	f := noFrame
	for _, p := range o.points {
		f = f.around(m.apply(p))
	}
	return f
}

// maxSteps limits the lines of a curve. Only curves longer than 100,000 pixels reach it and exceed
// the tolerance.
const maxSteps = 1 << 10

// pen draws an outline. It approximates curves by lines within the tolerance.
type pen struct {
	outline
	tolerance float64
	start     vec // start of the polyline
	at        vec
	drawing   bool // a polyline is open
}

func (p *pen) moveTo(v vec) { p.start, p.at, p.drawing = v, v, false }

func (p *pen) lineTo(v vec) {
	if !p.drawing {
		p.drawing = true
		p.lines = append(p.lines, polyline{first: len(p.points)})
		p.points = append(p.points, p.at)
	}
	p.points = append(p.points, v)
	p.lines[len(p.lines)-1].end = len(p.points)
	p.at = v
}

func (p *pen) close() {
	if !p.drawing {
		p.lineTo(p.at)
	}
	p.lines[len(p.lines)-1].closed = true
	p.moveTo(p.start)
}

// cubicTo divides the curve evenly in its parameter. The number of parts follows from the second
// differences (G. Wang, The subdivision method for finding the intersection between two Bézier
// curves or surfaces, 1984).
func (p *pen) cubicTo(b, c, d vec) {
	a := p.at
	bend := max(a.sub(b.mul(2)).add(c).length(), b.sub(c.mul(2)).add(d).length())
	n := steps(math.Sqrt(0.75 * bend / p.tolerance))
	for i := 1; i < n; i++ {
		t := float64(i) / float64(n)
		u := 1 - t
		p.lineTo(a.mul(u * u * u).add(b.mul(3 * u * u * t)).add(c.mul(3 * u * t * t)).add(d.mul(t * t * t)))
	}
	p.lineTo(d)
}

func (p *pen) quadTo(b, c vec) {
	p.cubicTo(p.at.mix(b, 2.0/3), c.mix(b, 2.0/3), c)
}

func steps(n float64) int {
	if !(n > 1) {
		return 1
	}
	return int(math.Ceil(min(n, maxSteps)))
}

// arc draws a part of an ellipse around a centre, starting at an angle, through a turn, and ending
// exactly at the point to. The axes of the ellipse are turned's.
func (p *pen) arc(turned matrix, from, turn float64, to vec) {
	n := steps(math.Abs(turn) / step(turned.stretch(), p.tolerance))
	for i := 1; i < n; i++ {
		sin, cos := math.Sincos(from + turn*float64(i)/float64(n))
		p.lineTo(turned.apply(vec{cos, sin}))
	}
	p.lineTo(to)
}

// step returns the angle of a chord whose distance from the circle equals the tolerance, at most an
// eighth of a turn, so that small circles look round.
func step(radius, tolerance float64) float64 {
	if !(radius > tolerance) {
		return math.Pi / 4
	}
	return min(math.Pi/4, 2*math.Acos(1-tolerance/radius))
}

// arcTo draws an arc as specified for paths (SVG 1.1, appendix F.6).
func (p *pen) arcTo(rx, ry, degrees float64, large, sweep bool, to vec) {
	from := p.at
	rx, ry = math.Abs(rx), math.Abs(ry)
	if from == to {
		return
	}
	if rx == 0 || ry == 0 {
		p.lineTo(to)
		return
	}
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	half := from.sub(to).mul(0.5)
	q := vec{cos*half.x + sin*half.y, -sin*half.x + cos*half.y}
	unit := vec{q.x / rx, q.y / ry}
	if grow := unit.length(); grow > 1 { // scales up radii that are too small
		rx, ry, unit = rx*grow, ry*grow, unit.mul(1/grow)
	}
	square := unit.dot(unit)
	if !(square > 0) || math.IsInf(rx+ry, 0) {
		p.lineTo(to)
		return
	}
	shift := math.Sqrt(max(0, 1-square) / square)
	if large == sweep {
		shift = -shift
	}
	centre := vec{shift * unit.y, -shift * unit.x} // in the plane of the unit circle
	a, b := unit.sub(centre), unit.mul(-1).sub(centre)
	begin := math.Atan2(a.y, a.x)
	turn := math.Atan2(a.cross(b), a.dot(b))
	if sweep && turn < 0 {
		turn += 2 * math.Pi
	} else if !sweep && turn > 0 {
		turn -= 2 * math.Pi
	}
	axes := matrix{cos * rx, sin * rx, -sin * ry, cos * ry, 0, 0}
	mid := from.add(to).mul(0.5).add(axes.apply(centre))
	axes.e, axes.f = mid.x, mid.y
	p.arc(axes, begin, turn, to)
}
