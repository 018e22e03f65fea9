package scene

import (
	"math"
	"slices"

	"kernelscope/scene/graph"
)

// EdgesOf appends the edges along a line to edges, at most one in each direction. A closed line has
// none, nor does a line with a better one between the same nodes.
func (m *Map) EdgesOf(edges []uint32, line uint32) []uint32 {
	l := m.Lines[line]
	if l.From == graph.NoNode || l.To == graph.NoNode {
		return edges
	}
	for _, end := range [2][2]uint32{{l.From, l.To}, {l.To, l.From}} {
		if e, ok := m.Graph.Edge(end[0], end[1]); ok && m.Graph.Line[e]>>1 == line {
			edges = append(edges, e)
		}
	}
	return edges
}

// maxLines limits the lines of a road, so that picking one is immediate.
const maxLines = 1024

// Road returns the lines of the road that a line belongs to. A road continues through a node with
// exactly one other line of its class with edges: past side streets, up to a fork or a crossing
// with a road of its class.
func (m *Map) Road(line uint32) []uint32 {
	road := []uint32{line}
	for _, v := range [2]uint32{m.Lines[line].From, m.Lines[line].To} {
		last := line
		for len(road) < maxLines && v != graph.NoNode {
			next, ok := m.onward(v, last)
			if !ok || slices.Contains(road, next) {
				break
			}
			road, last, v = append(road, next), next, m.Lines[next].From^m.Lines[next].To^v
		}
	}
	return road
}

// onward returns the only other line at a node with the same class and with edges. Lines that end
// there do not count.
func (m *Map) onward(v, line uint32) (next uint32, ok bool) {
	g := m.Graph
	fork := false
	look := func(e uint32) {
		if l := g.Line[e] >> 1; l != line && m.Lines[l].Class == m.Lines[line].Class {
			fork = fork || ok && l != next
			next, ok = l, true
		}
	}
	for e := g.FirstOut[v]; e < g.FirstOut[v+1] && !fork; e++ {
		look(e)
	}
	for k := g.FirstIn[v]; k < g.FirstIn[v+1] && !fork; k++ {
		look(g.InEdge[k])
	}
	return next, ok && !fork
}

// Reweighed returns a copy of the map with other weights for some edges. It does not change m, so
// searches on m are not affected. Time or Length, whichever the weights stand for, changes with
// them.
func (m *Map) Reweighed(edges []uint32, weight func(edge uint32) uint32) *Map {
	out, g := *m, *m.Graph
	g.Weight = slices.Clone(g.Weight)
	for _, e := range edges {
		g.Weight[e] = weight(e)
	}
	if m.Metric != graph.ByLength {
		g.Time = g.Weight
	}
	if m.Metric != graph.ByTime {
		g.Length = g.Weight
	}
	out.Graph = &g
	return &out
}

// perKMH is the time in tenths of a second for a decimetre at 1 km/h.
const perKMH = 3.6

// TimeAt returns the time in tenths of a second for a length in decimetres at a speed, at least 1
// and at most graph.MaxWeight.
func TimeAt(length uint32, kmh float64) uint32 { return weightOf(perKMH * float64(length) / kmh) }

// SpeedOf returns the speed in km/h at which a length in decimetres takes a time in tenths of a
// second.
func SpeedOf(length, time uint64) float64 { return perKMH * float64(length) / float64(max(1, time)) }

// Times returns a weight multiplied by a factor. Zero stays zero; other results are at least 1 and
// at most graph.MaxWeight.
func Times(weight uint32, factor float64) uint32 {
	if weight == 0 {
		return 0
	}
	return weightOf(float64(weight) * factor)
}

func weightOf(w float64) uint32 { return uint32(max(1, min(math.Round(w), graph.MaxWeight))) }
