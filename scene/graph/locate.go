package graph

import (
	"errors"
	"math"

	"kernelscope/scene/geom"
)

// Locator finds the node nearest to a point. It stores the nodes in a grid with about two per cell.
type Locator struct {
	box   geom.Box
	cols  int
	rows  int
	size  float64  // side of a cell in units
	first []uint32 // first node of each cell
	nodes []uint32
	at    []geom.Point
}

// NewLocator indexes the nodes of g. Without nodes the locator always returns NoNode.
func NewLocator(g *Graph) *Locator {
	l := &Locator{box: geom.Bounds(g.At), at: g.At}
	n := len(g.At)
	if n == 0 {
		return l
	}
	w, h := float64(l.box.Width())+1, float64(l.box.Height())+1
	l.size = max(math.Sqrt(w*h/(float64(n)/2+1)), max(w, h)/4096)
	l.cols, l.rows = int(w/l.size)+1, int(h/l.size)+1
	l.first = make([]uint32, l.cols*l.rows+1)
	for _, p := range g.At {
		l.first[l.cell(p)+1]++
	}
	for c := range l.cols * l.rows {
		l.first[c+1] += l.first[c]
	}
	l.nodes = make([]uint32, n)
	fill := append([]uint32(nil), l.first...)
	for v, p := range g.At {
		c := l.cell(p)
		l.nodes[fill[c]] = uint32(v)
		fill[c]++
	}
	return l
}

func (l *Locator) column(x int64) int { return clampInt(float64(x-int64(l.box.Min.X))/l.size, l.cols) }
func (l *Locator) row(y int64) int    { return clampInt(float64(y-int64(l.box.Min.Y))/l.size, l.rows) }
func (l *Locator) cell(p geom.Point) int {
	return l.row(int64(p.Y))*l.cols + l.column(int64(p.X))
}

func clampInt(f float64, n int) int { return max(0, min(n-1, int(f))) }

// Nearest returns the node nearest to p on the map, the lowest one of several, or NoNode in an
// empty graph.
func (l *Locator) Nearest(p geom.Point) uint32 { return l.nearest(p, nil) }

// ErrFar is the error to report if Snap finds no node.
var ErrFar = errors.New("there is no road nearby: click closer to one, or zoom in")

// Snap returns the node for a click at p: the nearest one within the given number of units. It
// prefers a main node within half of that distance, so that a click does not select an islet by
// accident. It returns NoNode if no node is close enough. If within is zero, it returns the nearest
// node.
func (l *Locator) Snap(p geom.Point, within float64, main func(node uint32) bool) uint32 {
	if within == 0 {
		return l.Nearest(p)
	}
	near := func(v uint32, within float64) bool {
		return v != NoNode && math.Hypot(float64(l.at[v].X)-float64(p.X), float64(l.at[v].Y)-float64(p.Y)) <= within
	}
	v := l.Nearest(p)
	if !near(v, within) {
		return NoNode
	}
	if !main(v) {
		if w := l.nearest(p, main); near(w, within/2) {
			return w
		}
	}
	return v
}

// nearest returns the nearest node for which ok returns true. A nil ok accepts all nodes.
func (l *Locator) nearest(p geom.Point, ok func(uint32) bool) uint32 {
	best, bestDistance := uint32(NoNode), math.Inf(1)
	if len(l.nodes) == 0 {
		return best
	}
	look := func(col, row int) {
		if col < 0 || row < 0 || col >= l.cols || row >= l.rows {
			return
		}
		c := row*l.cols + col
		for _, v := range l.nodes[l.first[c]:l.first[c+1]] {
			dx, dy := float64(l.at[v].X)-float64(p.X), float64(l.at[v].Y)-float64(p.Y)
			if d := dx*dx + dy*dy; (d < bestDistance || d == bestDistance && v < best) && (ok == nil || ok(v)) {
				best, bestDistance = v, d
			}
		}
	}
	// Squares of cells grow around the point's own cell, or the nearest one, until everything
	// outside is farther away than the best node.
	col, row := l.column(int64(p.X)), l.row(int64(p.Y))
	for r := 0; r <= max(l.cols, l.rows); r++ {
		if reach := float64(r-1) * l.size; best != NoNode && reach > 0 && reach*reach > bestDistance {
			break
		}
		for i := -r; i <= r; i++ {
			look(col+i, row-r)
			if r > 0 {
				look(col+i, row+r)
			}
		}
		for i := -r + 1; i < r; i++ {
			look(col-r, row+i)
			look(col+r, row+i)
		}
	}
	return best
}
