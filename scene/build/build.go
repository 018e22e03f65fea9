// Package build makes maps from abstract graphs: nodes, with or without places, and arcs. It reads
// no files.
package build

import (
	"context"
	"slices"

	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
	"kernelscope/scene/layout"
)

// Input is a graph to convert to a map. The Line of an arc is ignored.
type Input struct {
	ID       []int64      // ids of the nodes
	At       []geom.Point // one per ID; nil to compute a layout
	Abstract bool         // At is not a position on the Earth
	Arcs     []graph.Arc  // Map changes them
	Metric   graph.Metric
}

// Map makes a map with the nodes along a Hilbert curve, so that nodes nearby in the plane are
// nearby in memory. It stops when ctx is done. It fails like graph.FromArcs.
func Map(ctx context.Context, in Input) (*scene.Map, error) {
	var m *scene.Map
	done := make(chan error, 1)
	go func() { // FromArcs ignores the context and may take seconds
		made, err := arrange(ctx, in)
		m = made
		done <- err
	}()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case err := <-done:
		return m, err
	}
}

func arrange(ctx context.Context, in Input) (*scene.Map, error) {
	if in.At == nil {
		at, err := layout.Plane(ctx, neighbours(len(in.ID), in.Arcs))
		if err != nil {
			return nil, err
		}
		in.At, in.Abstract = at, true
	}
	in.reorder()
	m, err := InOrder(in)
	if err == nil && in.Abstract {
		rank(m)
	}
	return m, err
}

// neighbours lists, for each node, the nodes joined to it by arcs in either direction, without
// repetition.
func neighbours(nodes int, arcs []graph.Arc) layout.Graph {
	g := layout.Graph{First: make([]uint32, nodes+1)}
	for _, a := range arcs {
		g.First[a.Tail+1]++
		g.First[a.Head+1]++
	}
	for v := range nodes {
		g.First[v+1] += g.First[v]
	}
	g.Neighbour = make([]uint32, 2*len(arcs))
	fill := slices.Clone(g.First)
	for _, a := range arcs {
		g.Neighbour[fill[a.Tail]], g.Neighbour[fill[a.Head]] = a.Head, a.Tail
		fill[a.Tail]++
		fill[a.Head]++
	}
	end := uint32(0)
	for v := range nodes {
		all := g.Neighbour[g.First[v]:g.First[v+1]]
		slices.Sort(all)
		g.First[v] = end
		end += uint32(copy(g.Neighbour[end:], slices.Compact(all)))
	}
	g.First[nodes], g.Neighbour = end, g.Neighbour[:end]
	return g
}

// reorder numbers the nodes along a Hilbert curve.
func (in *Input) reorder() {
	n, box := len(in.At), geom.Bounds(in.At)
	order := make([]uint64, n) // positions along the curve, each with its node
	for v, p := range in.At {
		order[v] = uint64(geom.HilbertIn(box, p))<<32 | uint64(v)
	}
	slices.Sort(order)
	number, at, id := make([]uint32, n), make([]geom.Point, n), make([]int64, n)
	for v, k := range order {
		old := uint32(k)
		number[old], at[v], id[v] = uint32(v), in.At[old], in.ID[old]
	}
	for i := range in.Arcs {
		a := &in.Arcs[i]
		a.Tail, a.Head = number[a.Tail], number[a.Head]
	}
	in.At, in.ID = at, id
}

// InOrder makes a map with the nodes in the given order. Each pair of joined nodes has one straight
// line.
func InOrder(in Input) (*scene.Map, error) {
	g, err := graph.FromArcs(in.At, in.ID, in.Arcs, in.Metric)
	if err != nil {
		return nil, err
	}
	m := &scene.Map{Graph: g, Metric: in.Metric, Abstract: in.Abstract, Box: geom.Bounds(in.At)}
	m.Counts.Nodes = len(in.ID)
	for _, a := range in.Arcs {
		if a.Tail == a.Head {
			m.Counts.Loops++
		}
	}
	m.Counts.ParallelEdges = len(in.Arcs) - m.Counts.Loops - g.Edges()
	straight(m)
	return m, nil
}

// straight draws a line for each pair of nodes with an edge.
func straight(m *scene.Map) {
	g := m.Graph
	for u := range uint32(g.Nodes()) {
		for e := g.FirstOut[u]; e < g.FirstOut[u+1]; e++ {
			v := g.Head[e]
			if back := edge(g, v, u); v < u && back != graph.NoNode {
				g.Line[e] = g.Line[back] | 1
				continue
			}
			g.Line[e] = uint32(len(m.Lines)) << 1
			first := uint32(len(m.Points))
			m.Points = append(m.Points, g.At[u], g.At[v])
			m.Lines = append(m.Lines, scene.Line{First: first, End: first + 2, From: u, To: v, Class: scene.Street})
		}
	}
}

// edge returns the edge from u to v, or graph.NoNode without one.
func edge(g *graph.Graph, u, v uint32) uint32 {
	out := g.Head[g.FirstOut[u]:g.FirstOut[u+1]]
	if i, ok := slices.BinarySearch(out, v); ok {
		return g.FirstOut[u] + uint32(i)
	}
	return graph.NoNode
}
