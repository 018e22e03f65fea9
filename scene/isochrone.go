package scene

import (
	"iter"
	"math"

	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

// rounds yields round distances in ascending order.
func (m *Map) rounds(yield func(uint32) bool) {
	last := uint64(0)
	if m.Metric == graph.ByTime { // tenths of a second
		for _, seconds := range []uint32{1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1200, 1800, 3600, 7200, 10800, 21600, 43200, 86400} {
			if !yield(10 * seconds) {
				return
			}
			last = uint64(10 * seconds)
		}
	}
	for unit := uint64(1); unit <= graph.MaxWeight; unit *= 10 {
		for _, k := range []uint64{1, 2, 5} {
			if d := k * unit; d > last && d <= graph.MaxWeight && !yield(uint32(d)) {
				return
			}
		}
	}
}

// BandFor returns the least round distance such that at most ten bands reach the farthest node.
func (m *Map) BandFor(farthest uint32) uint32 {
	const most = 10
	for d := range m.rounds {
		if uint64(d)*most >= uint64(farthest) {
			return d
		}
	}
	return graph.MaxWeight
}

// BandsFor returns the round distances such that at most fifty bands reach the farthest node, up to
// the first distance such that one band does.
func (m *Map) BandsFor(farthest uint32) (out []uint32) {
	const most = 50
	for d := range m.rounds {
		if uint64(d)*most >= uint64(farthest) {
			out = append(out, d)
		}
		if d >= farthest {
			break
		}
	}
	return out
}

// Stretch is a part of a line whose distances from a source lie in one band.
type Stretch struct {
	Line, Band uint32
	Points     []geom.Point // at least two, valid until the next stretch
}

// Isochrones cuts lines where the distance from a source crosses a multiple of band, and yields the
// stretches between the cuts. Band k has the distances from k to k+1 times band. The distance grows
// linearly along a line from an end; if a point can be reached from both ends, the shorter distance
// counts. Lines that are closed or unreached are omitted. Distances must be final.
func (m *Map) Isochrones(dist []uint32, band uint32) iter.Seq[Stretch] {
	return func(yield func(Stretch) bool) {
		c := cutter{m: m, dist: dist, band: float64(band)}
		for line := range m.Lines {
			c.line = uint32(line)
			if !c.cut(yield) {
				return
			}
		}
	}
}

// cutter cuts lines one by one.
type cutter struct {
	m    *Map
	dist []uint32
	band float64

	line     uint32
	edges    []uint32
	measured bool
	along    []float64 // positions of the line's points along it, from 0 to 1
	length   float64   // of the line, in units of geom.Point
	points   []geom.Point
}

// slope is a part of a line, from begin to end, along which distances change linearly.
type slope struct{ begin, end, first, last float64 }

// cut yields the stretches of the line. A stretch may continue from one slope to the next.
func (c *cutter) cut(yield func(Stretch) bool) bool {
	c.measured = false
	begin, band := 0.0, -1.0
	enter := func(at, next float64) bool {
		if next == band {
			return true
		}
		more := band < 0 || c.yield(begin, at, band, yield)
		begin, band = at, next
		return more
	}
	for _, s := range c.slopes() {
		if s.end <= s.begin {
			continue
		}
		k, step := math.Floor(s.first/c.band), 1.0
		if s.last < s.first {
			k, step = math.Ceil(s.first/c.band)-1, -1
		}
		if !enter(s.begin, k) {
			return false
		}
		for ; ; k += step {
			edge := c.band * max(k, k+step) // distance where the slope leaves band k
			if step*(s.last-edge) <= 0 {
				break
			}
			if !enter(s.begin+(edge-s.first)/(s.last-s.first)*(s.end-s.begin), k+step) {
				return false
			}
		}
	}
	return band < 0 || c.yield(begin, 1, band, yield)
}

// slopes returns the linear parts of the line: from its first end, then toward its last end.
func (c *cutter) slopes() []slope {
	g, l := c.m.Graph, &c.m.Lines[c.line]
	if c.edges = c.m.EdgesOf(c.edges[:0], c.line); len(c.edges) == 0 {
		return nil
	}
	var there, back float64 // weights
	ahead, behind := false, false
	for _, e := range c.edges {
		switch w := g.Weight[e]; {
		case w == graph.Closed:
		case g.Line[e]&1 == 0:
			there, ahead = float64(w), c.dist[l.From] != graph.Unreached
		default:
			back, behind = float64(w), c.dist[l.To] != graph.Unreached
		}
	}
	from, to := float64(c.dist[l.From]), float64(c.dist[l.To])
	switch {
	case ahead && behind && there+back > 0:
		meet := max(0, min(1, (to+back-from)/(there+back)))
		top := from + meet*there
		return []slope{{0, meet, from, top}, {meet, 1, top, to}}
	case ahead:
		return []slope{{0, 1, from, from + there}}
	case behind:
		return []slope{{0, 1, to + back, to}}
	}
	return nil
}

// measure computes the positions of the line's points along it.
func (c *cutter) measure() {
	l := c.m.Lines[c.line]
	points := c.m.Points[l.First:l.End]
	c.along, c.measured = append(c.along[:0], 0), true
	sum := 0.0
	for i, p := range points[1:] {
		sum += math.Hypot(float64(p.X)-float64(points[i].X), float64(p.Y)-float64(points[i].Y))
		c.along = append(c.along, sum)
	}
	for i := range c.along {
		c.along[i] /= max(1, sum)
	}
	c.along[len(c.along)-1], c.length = 1, sum
}

// yield yields the part of the line from begin to end.
func (c *cutter) yield(begin, end, band float64, yield func(Stretch) bool) bool {
	if end <= begin {
		return true
	}
	if !c.measured {
		c.measure()
	}
	l := c.m.Lines[c.line]
	points := c.m.Points[l.First:l.End]
	c.points = append(c.points[:0], c.at(points, begin))
	for i, at := range c.along {
		if begin < at && at < end {
			c.points = append(c.points, points[i])
		}
	}
	c.points = append(c.points, c.at(points, end))
	return yield(Stretch{c.line, uint32(band), c.points})
}

// at returns the point at a position along the line.
func (c *cutter) at(points []geom.Point, part float64) geom.Point {
	i := 1
	for i < len(points)-1 && c.along[i] < part {
		i++
	}
	p, q := points[i-1], points[i]
	k := 0.0
	if step := c.along[i] - c.along[i-1]; step > 0 {
		k = max(0, min(1, (part-c.along[i-1])/step))
	}
	return geom.Point{X: p.X + int32(math.Round(k*(float64(q.X)-float64(p.X)))), Y: p.Y + int32(math.Round(k*(float64(q.Y)-float64(p.Y))))}
}
