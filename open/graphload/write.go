package graphload

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"

	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// layoutComment marks a file of coordinates that are not positions on the Earth.
const layoutComment = "these places are nowhere on Earth"

// WriteArcs writes a graph as DIMACS .gr, with the weights that searches use.
func WriteArcs(w io.Writer, m *scene.Map) error {
	p := printer{Writer: bufio.NewWriterSize(w, 1<<16)}
	fmt.Fprintf(p, "c %s\np sp %d %d\n", m.Name, m.Graph.Nodes(), m.Graph.Edges())
	number := numbers(m)
	eachEdge(m.Graph, func(u, v, weight uint32) { p.line("a ", number[u], number[v], int64(weight)) })
	return p.Flush()
}

// WritePlaces writes the coordinates of nodes as DIMACS .co.
func WritePlaces(w io.Writer, m *scene.Map) error {
	p := printer{Writer: bufio.NewWriterSize(w, 1<<16)}
	if m.Abstract {
		fmt.Fprintf(p, "c %s\n", layoutComment)
	}
	fmt.Fprintf(p, "p aux sp co %d\n", m.Graph.Nodes())
	number := numbers(m)
	for v, at := range m.Graph.At {
		lon, lat := at.Degrees()
		p.line("v ", number[v], int64(math.Round(1e6*lon)), int64(math.Round(1e6*lat)))
	}
	return p.Flush()
}

// WriteEdges writes a graph as an edge list with the numbers of the original file, without weights.
func WriteEdges(w io.Writer, m *scene.Map) error {
	p := printer{Writer: bufio.NewWriterSize(w, 1<<16)}
	eachEdge(m.Graph, func(u, v, _ uint32) { p.line("", m.Graph.ID[u], m.Graph.ID[v]) })
	return p.Flush()
}

// WriteWeightedEdges is like WriteEdges, with the weights that searches use.
func WriteWeightedEdges(w io.Writer, m *scene.Map) error {
	p := printer{Writer: bufio.NewWriterSize(w, 1<<16)}
	eachEdge(m.Graph, func(u, v, weight uint32) { p.line("", m.Graph.ID[u], m.Graph.ID[v], int64(weight)) })
	return p.Flush()
}

func eachEdge(g *graph.Graph, f func(u, v, weight uint32)) {
	for u := range uint32(g.Nodes()) {
		for e := g.FirstOut[u]; e < g.FirstOut[u+1]; e++ {
			f(u, g.Head[e], g.Weight[e])
		}
	}
}

// printer writes lines of numbers. Flush returns its first error.
type printer struct{ *bufio.Writer }

func (p printer) line(prefix string, numbers ...int64) {
	b := append(p.AvailableBuffer(), prefix...)
	for i, n := range numbers {
		if i > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendInt(b, n, 10)
	}
	_, _ = p.Write(append(b, '\n'))
}

// numbers returns the DIMACS numbers of the nodes: their ids if these are 1 to n, otherwise their
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
