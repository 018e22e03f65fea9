package label

import "image"

// box is a rectangle in the target, in pixels.
type box struct{ left, top, right, bottom float64 }

func boxOf(r image.Rectangle) box {
	return box{float64(r.Min.X), float64(r.Min.Y), float64(r.Max.X), float64(r.Max.Y)}
}

// meets reports whether two boxes overlap.
func (b box) meets(o box) bool {
	return b.left < o.right && o.left < b.right && b.top < o.bottom && o.top < b.bottom
}

// grid stores the occupied boxes in square cells.
type grid struct {
	cells      [][]box
	cols, rows int
	edge       float64 // width of the grid outside the target
	fresh      []box   // boxes of the current label
}

const cellPixels = 48

// reset empties the grid for a view with a margin.
func (g *grid) reset(v View, margin float64) {
	g.edge = 2 * margin // labels extend beyond the margin
	g.cols, g.rows = int((float64(v.Width)+2*g.edge)/cellPixels)+1, int((float64(v.Height)+2*g.edge)/cellPixels)+1
	if n := g.cols * g.rows; cap(g.cells) < n {
		g.cells = make([][]box, n)
	} else {
		g.cells = g.cells[:n]
	}
	for i := range g.cells {
		g.cells[i] = g.cells[i][:0]
	}
}

// each calls f with the cells that a box touches, until f returns false. Places outside the grid
// belong to its border cells.
func (g *grid) each(b box, f func(cell int) bool) {
	col := func(x float64) int { return max(0, min(g.cols-1, int((x+g.edge)/cellPixels))) }
	row := func(y float64) int { return max(0, min(g.rows-1, int((y+g.edge)/cellPixels))) }
	for r := row(b.top); r <= row(b.bottom); r++ {
		for c := col(b.left); c <= col(b.right); c++ {
			if !f(r*g.cols + c) {
				return
			}
		}
	}
}

// meets reports whether a box overlaps an occupied one.
func (g *grid) meets(b box) (met bool) {
	g.each(b, func(cell int) bool {
		for _, o := range g.cells[cell] {
			if b.meets(o) {
				met = true
				return false
			}
		}
		return true
	})
	return met
}

// add marks a box as occupied.
func (g *grid) add(b box) {
	g.each(b, func(cell int) bool {
		g.cells[cell] = append(g.cells[cell], b)
		return true
	})
}
