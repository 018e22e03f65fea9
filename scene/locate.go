package scene

import (
	"math"

	"kernelscope/scene/geom"
)

// LineLocator finds the line at a place, among those with edges. It is a tree of
// boxes over the edges in the order of the graph: that follows a Hilbert curve, so
// that neighbours in it are neighbours on the map. A graph in another order is
// searched more slowly.
type LineLocator struct {
	m *Map
	// boxes of fan edges each; above them, of fan boxes each; at last of all.
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

// At returns the line at p: of those within so many units the most important one,
// since that is drawn over the others, and of several the nearest. ok is false
// where there is none.
func (l *LineLocator) At(p geom.Point, within float64) (line uint32, ok bool) {
	best, nearest := Class(Classes), math.Inf(1)
	look := func(i uint32) {
		d, c := l.distance(p, i), l.m.Lines[i].Class
		if d <= within && (c < best || c == best && d < nearest) {
			line, ok, best, nearest = i, true, c, d
		}
	}
	top := len(l.boxes) - 1
	for i := range l.boxes[top] {
		l.visit(top, i, p, within, look)
	}
	return line, ok
}

// visit looks at the lines below a box that may be near enough.
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

// distance is that of a place from a line, in units.
func (l *LineLocator) distance(p geom.Point, line uint32) float64 {
	points := l.m.Points[l.m.Lines[line].First:l.m.Lines[line].End]
	d := math.Inf(1)
	for i := 1; i < len(points); i++ {
		d = min(d, p.ToSegment(points[i-1], points[i]))
	}
	return d
}
