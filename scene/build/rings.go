package build

import (
	"math"
	"slices"

	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
	"kernelscope/scene/layout"
)

// IsWeb reports whether a map is a layout of a graph whose lines are so long and many that they would
// be a solid patch.
func IsWeb(m *scene.Map) bool { return m.Abstract && isDense(m) }

// Rings returns a map with the same graph as m, with its nodes on rings around a root: a ring for each
// number of edges from the root or, against the edges, to it. Nodes of a ring have the same room each,
// near the nodes through which they are reached first; lines to these are service roads, others are
// paths. Nodes that are not reached are on the last ring.
func Rings(m *scene.Map, root uint32, against bool) *scene.Map {
	out, g := *m, *m.Graph
	first, neighbours := g.FirstOut, g.Head
	if against {
		first, neighbours = g.FirstIn, g.Tail
	}
	queue, ends, parent := levels(first, neighbours, root)
	g.At = onRings(queue, ends)
	out.Graph, out.Box = &g, geom.Bounds(g.At)
	out.Points, out.Lines = slices.Clone(m.Points), slices.Clone(m.Lines)
	for i := range out.Lines {
		l := &out.Lines[i]
		p, q := g.At[l.From], g.At[l.To]
		if l.From == l.To { // the dot of a node
			q = geom.Point{X: p.X + dotWidth/2, Y: p.Y}
			p.X -= dotWidth / 2
		} else if l.Class = scene.Path; parent[l.To] == l.From || parent[l.From] == l.To {
			l.Class = scene.Service
		}
		out.Points[l.First], out.Points[l.End-1] = p, q
	}
	return &out
}

// levels lists all nodes in the order of a breadth-first search, the unreached ones last, where each
// level ends in that list, and through which node each is reached first.
func levels(first, neighbours []uint32, root uint32) (queue []uint32, ends []int, parent []uint32) {
	n := len(first) - 1
	seen := make([]bool, n)
	parent = make([]uint32, n)
	for v := range parent {
		parent[v] = graph.NoNode
	}
	seen[root], queue = true, append(make([]uint32, 0, n), root)
	for from := 0; from < len(queue); {
		end := len(queue)
		ends = append(ends, end)
		for _, u := range queue[from:end] {
			for _, v := range neighbours[first[u]:first[u+1]] {
				if !seen[v] {
					seen[v], parent[v], queue = true, u, append(queue, v)
				}
			}
		}
		from = end
	}
	for v := range uint32(n) {
		if !seen[v] {
			queue = append(queue, v)
		}
	}
	if len(queue) > ends[len(ends)-1] {
		ends = append(ends, len(queue))
	}
	return queue, ends, parent
}

// onRings places the nodes of a list on rings that end at some places of the list: around the ring in
// order, and across it by the golden section, which is even.
func onRings(queue []uint32, ends []int) []geom.Point {
	at := make([]geom.Point, len(queue))
	const golden = 0.6180339887498949
	gap := max(2, 0.07*math.Sqrt(float64(len(queue))/math.Pi))
	from, inner := 0, 0.0
	for _, end := range ends {
		area := float64(end-from) / math.Pi
		for i, v := range queue[from:end] {
			_, part := math.Modf(float64(i) * golden)
			r := layout.Spacing * math.Sqrt(inner*inner+part*area)
			sin, cos := math.Sincos(2 * math.Pi * (float64(i) + 0.5) / float64(end-from))
			at[v] = geom.Point{X: int32(r * sin), Y: int32(-r * cos)}
		}
		from, inner = end, math.Sqrt(inner*inner+area)+gap
	}
	at[queue[0]] = geom.Point{}
	return at
}
