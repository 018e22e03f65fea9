// Package contour finds the areas where a field on a grid is below a level, as polygons with holes,
// by marching squares (Maple, Geometric design and space planning using the marching squares and
// marching cube algorithms, 2003). It does not depend on maps.
package contour

import "math"

// Grid is a field sampled at the corners of square cells: Width × Height values, row by row. Infinity
// is a value; the outermost rows and columns must be infinite, so that all areas are closed.
type Grid struct {
	Width, Height int
	At            []float32
}

// Point is a position in units of cells: (x, y) is the corner with that index.
type Point struct{ X, Y float64 }

// Ring is a closed line without its first point repeated. It does not cross itself or other rings of
// its area. With y downwards, the area is on its right: outer rings run clockwise on the screen,
// holes counterclockwise.
type Ring []Point

// Polygon is an outer ring, followed by its holes.
type Polygon []Ring

// side is a grid edge from a corner to the next one in its row, or below it.
type side struct {
	corner int
	down   bool
}

// Below returns the polygons where the field is at most a level, which must be finite. The boundary
// is interpolated linearly between corners, and halfway next to infinity.
func (g Grid) Below(level float32) []Polygon {
	next := map[side]side{}
	for y := range g.Height - 1 {
		for x := range g.Width - 1 {
			g.cell(next, y*g.Width+x, level)
		}
	}
	var outer, holes []Ring
	for y := range g.Height { // in the order of the grid, so that results are the same each time
		for x := range g.Width {
			for _, down := range []bool{false, true} {
				r := g.ring(next, side{y*g.Width + x, down}, level)
				switch a := r.area(); {
				case a > 0:
					outer = append(outer, r)
				case a < 0:
					holes = append(holes, r)
				}
			}
		}
	}
	return nest(outer, holes)
}

// cell adds the boundary within a cell: from the side where it enters to the side where it leaves,
// with the area on the right.
func (g Grid) cell(next map[side]side, c int, level float32) {
	top, left := side{c, false}, side{c, true}
	bottom, right := side{c + g.Width, false}, side{c + 1, true}
	nw, ne, sw, se := g.At[c] <= level, g.At[c+1] <= level, g.At[c+g.Width] <= level, g.At[c+g.Width+1] <= level
	// Clockwise around the cell: the boundary enters where the area begins and leaves where it ends.
	sides := [4]side{top, right, bottom, left}
	corners := [5]bool{nw, ne, se, sw, nw}
	var enters, leaves []side
	for i, s := range sides {
		switch {
		case !corners[i] && corners[i+1]:
			enters = append(enters, s)
		case corners[i] && !corners[i+1]:
			leaves = append(leaves, s)
		}
	}
	switch {
	case len(enters) == 0:
	case len(enters) == 1:
		next[leaves[0]] = enters[0]
	default: // two corners across: the mean decides whether they are joined
		mean := (g.At[c] + g.At[c+1] + g.At[c+g.Width] + g.At[c+g.Width+1]) / 4
		if first := nw != (mean <= level); first == nw {
			leaves[0], leaves[1] = leaves[1], leaves[0]
		}
		next[leaves[0]], next[leaves[1]] = enters[0], enters[1]
	}
}

// ring follows the boundary from a side until it closes, and removes it; nil without a boundary.
func (g Grid) ring(next map[side]side, from side, level float32) (r Ring) {
	for s := from; ; {
		to, ok := next[s]
		if !ok {
			return r
		}
		delete(next, s)
		r = append(r, g.crossing(s, level))
		s = to
	}
}

// crossing returns the point on a side where the field reaches the level, never its ends.
func (g Grid) crossing(s side, level float32) Point {
	step := 1
	if s.down {
		step = g.Width
	}
	a, b := float64(g.At[s.corner]), float64(g.At[s.corner+step])
	t := 0.5
	if !math.IsInf(a, 0) && !math.IsInf(b, 0) {
		t = max(0.001, min(0.999, (float64(level)-a)/(b-a)))
	}
	p := Point{float64(s.corner % g.Width), float64(s.corner / g.Width)}
	if s.down {
		p.Y += t
	} else {
		p.X += t
	}
	return p
}

// area returns twice the signed area: positive if the ring runs clockwise with y downwards.
func (r Ring) area() (sum float64) {
	for i, p := range r {
		q := r[(i+1)%len(r)]
		sum += p.X*q.Y - q.X*p.Y
	}
	return sum
}

// contains reports whether a point is inside the ring, by the crossings of a ray.
func (r Ring) contains(p Point) (inside bool) {
	for i, a := range r {
		b := r[(i+1)%len(r)]
		if (a.Y > p.Y) != (b.Y > p.Y) && p.X < a.X+(p.Y-a.Y)/(b.Y-a.Y)*(b.X-a.X) {
			inside = !inside
		}
	}
	return inside
}

// nest gives each hole to the smallest outer ring around it.
func nest(outer, holes []Ring) []Polygon {
	all := make([]Polygon, len(outer))
	for i, r := range outer {
		all[i] = Polygon{r}
	}
	for _, h := range holes {
		best := -1
		for i, r := range outer {
			if r.contains(h[0]) && (best < 0 || r.area() < outer[best].area()) {
				best = i
			}
		}
		if best >= 0 {
			all[best] = append(all[best], h)
		}
	}
	return all
}
