package scene

import (
	"math"

	"kernelscope/scene/geom"
)

// LineLocator finds the line at a point, among those with edges. It is a tree of boxes over the
// edges in graph order. That order follows a Hilbert curve, so neighbours in it are neighbours on
// the map. Searching is slower if the graph has another order.
type LineLocator struct {
	m *Map
	// boxes[0] has boxes of fan edges each, boxes[1] of fan boxes each, and so on up to a single
	// box.
	boxes [][]geom.Box
}

const fan = 16

// NewLineLocator indexes the lines of a map with edges.
func NewLineLocator(m *Map) *LineLocator {
	l := &LineLocator{m: m}
	level := make([]geom.Box, (m.Graph.Edges()+fan-1)/fan)
	for i := range level {
		level[i] = geom.EmptyBox()
	}
	for e, line := range m.Graph.Line {
		b := &level[e/fan]
		for _, p := range m.Points[m.Lines[line>>1].First:m.Lines[line>>1].End] {
			*b = b.Extend(p)
		}
	}
	for l.boxes = append(l.boxes, level); len(level) > 1; l.boxes = append(l.boxes, level) {
		above := make([]geom.Box, (len(level)+fan-1)/fan)
		for i := range above {
			above[i] = geom.EmptyBox()
		}
		for i, b := range level {
			above[i/fan] = above[i/fan].Join(b)
		}
		level = above
	}
	return l
}

// At returns the line at p: among the lines within a distance in units the most important one,
// since it is drawn above the others, and of several the nearest. ok is false if there is none.
func (l *LineLocator) At(p geom.Point, within float64) (line uint32, ok bool) {
	best, nearest := Class(Classes), math.Inf(1)
	l.near(p, within, func(i uint32) {
		d, c := l.place(i, p).distance, l.m.Lines[i].Class
		if d <= within && (c < best || c == best && d < nearest) {
			line, ok, best, nearest = i, true, c, d
		}
	})
	return line, ok
}

// Across returns the opposite carriageway of the road at p: the nearest line of the same class that
// leads in the opposite direction, if both are one-way, within a distance in units of p and 60
// metres of the line.
func (l *LineLocator) Across(line uint32, p geom.Point, within float64) (other uint32, ok bool) {
	const apart, opposite = 60, -0.9 // metres, cosine
	here := l.place(line, p)
	if !here.oneWay || l.m.Abstract {
		return 0, false
	}
	nearest := min(within, apart/p.MetresPerUnit())
	l.near(p, within, func(i uint32) {
		if l.m.Lines[i].Class != l.m.Lines[line].Class || l.place(i, p).distance > within {
			return
		}
		there := l.place(i, here.at)
		if there.oneWay && here.x*there.x+here.y*there.y < opposite && there.distance <= nearest {
			other, ok, nearest = i, true, there.distance
		}
	})
	return other, ok
}

// near calls look with all lines that may be within a distance in units of p, some of them twice.
func (l *LineLocator) near(p geom.Point, within float64, look func(line uint32)) {
	top := len(l.boxes) - 1
	for i := range l.boxes[top] {
		l.visit(top, i, p, within, look)
	}
}

// visit calls look with the lines below a box that may be close enough.
func (l *LineLocator) visit(level, i int, p geom.Point, within float64, look func(line uint32)) {
	if !l.boxes[level][i].Within(p, within) {
		return
	}
	if level == 0 {
		for _, line := range l.m.Graph.Line[i*fan : min((i+1)*fan, l.m.Graph.Edges())] {
			look(line >> 1)
		}
		return
	}
	for k := i * fan; k < min((i+1)*fan, len(l.boxes[level-1])); k++ {
		l.visit(level-1, k, p, within, look)
	}
}

// place is the point of a line nearest to another point.
type place struct {
	at       geom.Point
	distance float64 // units
	x, y     float64 // direction of the line at the point, of length 1
	oneWay   bool
}

func (l *LineLocator) place(line uint32, p geom.Point) place {
	best := place{distance: math.Inf(1)}
	points := l.m.Points[l.m.Lines[line].First:l.m.Lines[line].End]
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		if q, d := p.OnSegment(a, b); d < best.distance {
			best.at, best.distance = q, d
			best.x, best.y = float64(b.X)-float64(a.X), float64(b.Y)-float64(a.Y)
		}
	}
	var space [2]uint32
	edges := l.m.EdgesOf(space[:0], line)
	best.oneWay = len(edges) == 1
	length := max(1, math.Hypot(best.x, best.y))
	if best.oneWay && l.m.Graph.Line[edges[0]]&1 == 1 {
		length = -length
	}
	best.x, best.y = best.x/length, best.y/length
	return best
}
