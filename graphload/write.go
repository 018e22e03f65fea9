package graphload

import (
	"bufio"
	"fmt"
	"io"

	"kernelscope/scene"
)

// layoutComment in a file of coordinates says that they are no places on Earth.
const layoutComment = "these places are nowhere on Earth"

// WriteArcs writes a graph as DIMACS .gr. Weights are written as they are searched.
func WriteArcs(w io.Writer, m *scene.Map) error {
	b, g, number := bufio.NewWriterSize(w, 1<<16), m.Graph, numbers(m)
	fmt.Fprintf(b, "c %s\np sp %d %d\n", m.Name, g.Nodes(), g.Edges())
	for u := range g.Nodes() {
		for e := g.FirstOut[u]; e < g.FirstOut[u+1]; e++ {
			fmt.Fprintf(b, "a %d %d %d\n", number[u], number[g.Head[e]], g.Weight[e])
		}
	}
	return b.Flush()
}

// WritePlaces writes the coordinates of nodes as DIMACS .co.
func WritePlaces(w io.Writer, m *scene.Map) error {
	b, number := bufio.NewWriterSize(w, 1<<16), numbers(m)
	if m.Abstract {
		fmt.Fprintf(b, "c %s\n", layoutComment)
	}
	fmt.Fprintf(b, "p aux sp co %d\n", m.Graph.Nodes())
	for v, p := range m.Graph.At {
		lon, lat := p.Degrees()
		fmt.Fprintf(b, "v %d %.0f %.0f\n", number[v], 1e6*lon, 1e6*lat)
	}
	return b.Flush()
}

// WriteEdges writes a graph as a list of edges with the file's own numbers, without
// weights.
func WriteEdges(w io.Writer, m *scene.Map) error {
	b, g := bufio.NewWriterSize(w, 1<<16), m.Graph
	for u := range g.Nodes() {
		for _, v := range g.Head[g.FirstOut[u]:g.FirstOut[u+1]] {
			fmt.Fprintf(b, "%d %d\n", g.ID[u], g.ID[v])
		}
	}
	return b.Flush()
}

// WriteWeightedEdges is WriteEdges with weights as they are searched.
func WriteWeightedEdges(w io.Writer, m *scene.Map) error {
	b, g := bufio.NewWriterSize(w, 1<<16), m.Graph
	for u := range g.Nodes() {
		for e := g.FirstOut[u]; e < g.FirstOut[u+1]; e++ {
			fmt.Fprintf(b, "%d %d %d\n", g.ID[u], g.ID[g.Head[e]], g.Weight[e])
		}
	}
	return b.Flush()
}

// numbers returns what DIMACS calls the nodes: their ids if these are 1 to n, else their
// indices from 1.
func numbers(m *scene.Map) []int64 {
	n := int64(m.Graph.Nodes())
	seen := make([]bool, n)
	for _, id := range m.Graph.ID {
		if id < 1 || id > n || seen[id-1] {
			out := make([]int64, n)
			for v := range out {
				out[v] = int64(v) + 1
			}
			return out
		}
		seen[id-1] = true
	}
	return m.Graph.ID
}
