package measure

import (
	"fmt"
	"iter"
	"slices"

	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// Maps are the maps of an experiment, in order; each is loaded when the previous one is no
// longer needed.
type Maps struct {
	Count int // how many there are
	All   iter.Seq2[*scene.Map, error]
}

// On is a single map.
func On(m *scene.Map) Maps {
	return Maps{1, func(yield func(*scene.Map, error) bool) { yield(m, nil) }}
}

// Parts are squares of a map around its middle, each with about four times the nodes of the
// previous one, and the map itself, for experiments on size with a single file.
func Parts(m *scene.Map) Maps {
	const least = 1000 // nodes
	var sizes []int
	for n := m.Graph.Nodes() / 4; n >= least; n /= 4 {
		sizes = append(sizes, n)
	}
	slices.Reverse(sizes)
	return Maps{len(sizes) + 1, func(yield func(*scene.Map, error) bool) {
		for _, n := range sizes {
			p, err := part(m, n)
			if !yield(p, err) || err != nil {
				return
			}
		}
		yield(m, nil)
	}}
}

// part is the graph of the n nodes nearest to the middle of a map, by the greater
// of their distances along the axes. It has nothing to draw.
func part(m *scene.Map, n int) (*scene.Map, error) {
	g := m.Graph
	x, y := middle(g, func(v uint32) int64 { return int64(g.At[v].X) }), middle(g, func(v uint32) int64 { return int64(g.At[v].Y) })
	away := func(v uint32) int64 { return max(abs(int64(g.At[v].X)-x), abs(int64(g.At[v].Y)-y)) }
	nodes := slices.SortedFunc(all(g), func(a, b uint32) int { return int(max(-1, min(1, away(a)-away(b)))) })[:n]
	slices.Sort(nodes) // neighbours stay neighbours in memory
	number := map[uint32]uint32{}
	out := &scene.Map{Name: fmt.Sprintf("%s, middle %d", m.Name, n), Attribution: m.Attribution, Metric: m.Metric, Profile: m.Profile}
	at, id := slices.Clone(g.At[:0:0]), []int64{}
	for i, v := range nodes {
		number[v] = uint32(i)
		at, id = append(at, g.At[v]), append(id, g.ID[v])
	}
	var arcs []graph.Arc
	for i, u := range nodes {
		for e := g.FirstOut[u]; e < g.FirstOut[u+1]; e++ {
			if v, ok := number[g.Head[e]]; ok && g.Weight[e] != graph.Closed {
				arcs = append(arcs, graph.Arc{Tail: uint32(i), Head: v, Time: g.Time[e], Length: g.Length[e]})
			}
		}
	}
	var err error
	out.Graph, err = graph.FromArcs(at, id, arcs, m.Metric)
	return out, err
}

func all(g *graph.Graph) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for v := range uint32(g.Nodes()) {
			if !yield(v) {
				return
			}
		}
	}
}

// middle is the median of a number of each node.
func middle(g *graph.Graph, of func(uint32) int64) int64 {
	var values []int64
	for v := range all(g) {
		values = append(values, of(v))
	}
	slices.Sort(values)
	return values[len(values)/2]
}

func abs(x int64) int64 { return max(x, -x) }
