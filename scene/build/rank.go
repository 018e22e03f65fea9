package build

import (
	"math"
	"slices"

	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
	"kernelscope/scene/layout"
)

// rank makes a dense web of long lines readable, which would otherwise be a solid patch. The lines
// of a tree rooted at the node with the most edges show the connections and become service roads.
// All other lines become paths, which are faint until zoomed in. Each node is a dot. A graph with
// short lines, such as a road network, does not change, except that nodes without edges become
// dots.
func rank(m *scene.Map) {
	dense := isDense(m)
	if dense {
		inTree := tree(m.Graph, len(m.Lines))
		for i := range m.Lines {
			m.Lines[i].Class = scene.Path
			if inTree[i] {
				m.Lines[i].Class = scene.Service
			}
		}
	}
	for v := range uint32(m.Graph.Nodes()) {
		if dense || degree(m.Graph, v) == 0 {
			dot(m, v)
		}
	}
}

// isDense reports whether the lines of a map are a web.
func isDense(m *scene.Map) bool {
	const web = 8 // a web has lines of more than this total length per node, in spacings
	length := 0.0
	for _, l := range m.Lines {
		p, q := m.Points[l.First], m.Points[l.First+1]
		length += math.Hypot(float64(p.X)-float64(q.X), float64(p.Y)-float64(q.Y)) / layout.Spacing
	}
	return length > web*float64(m.Graph.Nodes())
}

// dotWidth is the width of the dot of a node.
const dotWidth = layout.Spacing / 10

// dot draws a node as a line about as long as it is wide, which looks round. Shorter ones merge in coarse levels of detail.
func dot(m *scene.Map, v uint32) {
	first, p := uint32(len(m.Points)), m.Graph.At[v]
	m.Points = append(m.Points, geom.Point{X: p.X - dotWidth/2, Y: p.Y}, geom.Point{X: p.X + dotWidth/2, Y: p.Y})
	m.Lines = append(m.Lines, scene.Line{First: first, End: first + 2, From: v, To: v, Class: scene.Motorway})
}

// degree counts the edges of a node in both directions.
func degree(g *graph.Graph, v uint32) uint32 {
	return g.FirstOut[v+1] - g.FirstOut[v] + g.FirstIn[v+1] - g.FirstIn[v]
}

// tree marks the lines of breadth-first trees, regardless of the direction of edges, rooted at the
// node with the most edges of each component.
func tree(g *graph.Graph, lines int) (marked []bool) {
	roots := make([]uint64, g.Nodes()) // numbers of edges, each with its node
	for v := range uint32(g.Nodes()) {
		roots[v] = uint64(^degree(g, v))<<32 | uint64(v)
	}
	slices.Sort(roots)
	marked = make([]bool, lines)
	seen, queue := make([]bool, g.Nodes()), make([]uint32, 0, g.Nodes())
	visit := func(v, edge uint32) {
		if !seen[v] {
			seen[v], queue = true, append(queue, v)
			marked[g.Line[edge]>>1] = true
		}
	}
	for _, r := range roots {
		root := uint32(r)
		if seen[root] {
			continue
		}
		seen[root], queue = true, append(queue[:0], root)
		for i := 0; i < len(queue); i++ {
			u := queue[i]
			for e := g.FirstOut[u]; e < g.FirstOut[u+1]; e++ {
				visit(g.Head[e], e)
			}
			for i := g.FirstIn[u]; i < g.FirstIn[u+1]; i++ {
				visit(g.Tail[i], g.InEdge[i])
			}
		}
	}
	return marked
}
