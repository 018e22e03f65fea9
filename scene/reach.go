package scene

import (
	"math"

	"kernelscope/scene/contour"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

const (
	reachCells = 768 // along the longer side of the reached area
	reachCell  = 20  // metres, the least width of a cell
	reachAway  = 250 // metres beside a road that belong to an area; at least two cells
	reachSpeed = 5.0 // km/h, beside roads
)

// Reach is the field of distances on and beside the roads of a map, in units of weight. Its areas are
// the isochrones of the map.
type Reach struct {
	contour.Grid
	west, north float64 // position of the first corner, in units of geom.Point
	cell        float64 // width of a cell
}

// NewReach samples the distances from a source to all nodes, which must be final. A point beside the
// roads is reached on foot; with lengths as weights the way to it counts, with other weights it does
// not.
func NewReach(m *Map, dist []uint32) *Reach {
	box := geom.EmptyBox()
	m.reached(dist, func(_ *cutter, points []geom.Point, _ []slope) { box = box.Join(geom.Bounds(points)) })
	if box.Empty() {
		return &Reach{}
	}
	_, y := box.Centre()
	metres := geom.MetresPerUnit(y)
	cell := max(float64(max(box.Width(), box.Height()))/reachCells, reachCell/metres)
	away := math.Ceil(max(reachAway/metres/cell, 2))
	edge := away + 2 // keeps the outermost corners out of reach
	r := &Reach{west: float64(box.Min.X) - edge*cell, north: float64(box.Min.Y) - edge*cell, cell: cell}
	r.Width, r.Height = int(float64(box.Width())/cell+2*edge)+2, int(float64(box.Height())/cell+2*edge)+2
	r.At = make([]float32, r.Width*r.Height)
	for i := range r.At {
		r.At[i] = float32(math.Inf(1))
	}
	m.reached(dist, func(c *cutter, points []geom.Point, slopes []slope) {
		c.measure()
		for _, s := range slopes {
			r.sample(c, points, s)
		}
	})
	r.spread(m.beside()*metres*cell, away)
	return r
}

// beside returns the weight of a metre beside the roads.
func (m *Map) beside() float64 {
	switch m.Metric {
	case graph.ByTime:
		return 10 * 3.6 / reachSpeed // tenths of a second
	case graph.ByLength:
		return 10 // tenths of a metre
	}
	return 0
}

// reached calls f for each line that a search has reached, with its points and its linear parts.
func (m *Map) reached(dist []uint32, f func(c *cutter, points []geom.Point, slopes []slope)) {
	c := cutter{m: m, dist: dist}
	for i, l := range m.Lines {
		c.line = uint32(i)
		if slopes := c.slopes(); len(slopes) > 0 {
			f(&c, m.Points[l.First:l.End], slopes)
		}
	}
}

// sample lowers the corners next to a part of a line to the distances there.
func (r *Reach) sample(c *cutter, points []geom.Point, s slope) {
	n := math.Ceil((s.end - s.begin) * c.length / (r.cell / 2))
	for i := 0.0; i <= n; i++ {
		t := i / max(1, n)
		p := c.at(points, s.begin+t*(s.end-s.begin))
		x, y := math.Round((float64(p.X)-r.west)/r.cell), math.Round((float64(p.Y)-r.north)/r.cell)
		at := &r.At[int(y)*r.Width+int(x)]
		*at = min(*at, float32(s.first+t*(s.last-s.first)))
	}
}

// spread gives corners up to some cells away from roads the distance of the best road plus the way
// from it, by two passes over neighbours (Borgefors, Distance transformations in digital images,
// 1986), which find ways at most 8 % too long.
func (r *Reach) spread(perCell, away float64) {
	cells := make([]float32, len(r.At)) // from the road
	from := func(i, j int, step float32) {
		if d := r.At[j] + step*float32(perCell); d < r.At[i] && cells[j]+step <= float32(away) {
			r.At[i], cells[i] = d, cells[j]+step
		}
	}
	pass := func(i, x, sign int) {
		w := sign * r.Width
		if x > 0 && x < r.Width-1 {
			from(i, i-sign, 1)
			from(i, i-w-1, math.Sqrt2)
			from(i, i-w+1, math.Sqrt2)
		}
		from(i, i-w, 1)
	}
	for i := r.Width; i < len(r.At); i++ {
		pass(i, i%r.Width, 1)
	}
	for i := len(r.At) - r.Width - 1; i >= 0; i-- {
		pass(i, i%r.Width, -1)
	}
}

// Degrees returns the longitude and latitude of a point of the grid.
func (r *Reach) Degrees(p contour.Point) (lon, lat float64) {
	return geom.Unproject(r.west+p.X*r.cell, r.north+p.Y*r.cell)
}
