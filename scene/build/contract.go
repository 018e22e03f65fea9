package build

import (
	"math"

	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

// Contract replaces the chains of a map of straight lines by single edges. An inner node of a chain
// becomes a point of a line. Nodes without edges stay.
func Contract(m *scene.Map) (*scene.Map, error) {
	c := contraction{old: m, g: m.Graph}
	c.takeWays()
	chains := graph.Contract(c.g.Nodes(), c.refs, c.ways)
	out := *m
	out.Lines, out.Points, out.PointID = nil, nil, nil
	number := c.keep(chains)

	var arcs []graph.Arc
	var along []uint32
	for i := range chains.Len() {
		along = chains.Points(along[:0], c.refs, i)
		first := uint32(len(out.Points))
		for _, v := range along {
			out.Points, out.PointID = append(out.Points, c.g.At[v]), append(out.PointID, c.g.ID[v])
		}
		from, to := along[0], along[len(along)-1]
		class := m.Lines[chains.Pieces[chains.First[i]].Way].Class
		out.Lines = append(out.Lines, scene.Line{First: first, End: uint32(len(out.Points)), From: number[from], To: number[to], Class: class})
		for side, ends := range [2][2]uint32{{from, to}, {to, from}} {
			if a, open := c.cost(along, side == 1); open {
				a.Tail, a.Head, a.Line = number[ends[0]], number[ends[1]], uint32(i)<<1|uint32(side)
				arcs = append(arcs, a)
			}
		}
	}
	g, err := graph.FromArcs(c.at, c.id, arcs, m.Metric)
	if err != nil {
		return nil, err
	}
	out.Graph = g
	loops := 0
	for _, a := range arcs {
		if a.Tail == a.Head {
			loops++
		}
	}
	out.Counts.Loops += loops
	out.Counts.ParallelEdges += len(arcs) - loops - g.Edges()
	return &out, nil
}

type contraction struct {
	old  *scene.Map
	g    *graph.Graph
	refs []uint32 // nodes, two for each line
	ways []graph.Way
	at   []geom.Point // of the remaining nodes
	id   []int64
}

// takeWays makes a way for every line.
func (c *contraction) takeWays() {
	for _, l := range c.old.Lines {
		first := uint32(len(c.refs))
		c.refs = append(c.refs, l.From, l.To)
		c.ways = append(c.ways, graph.Way{
			First: first, End: first + 2,
			Forward: edge(c.g, l.From, l.To) != graph.NoNode, Backward: edge(c.g, l.To, l.From) != graph.NoNode,
		})
	}
}

// keep numbers the ends of chains and the nodes without edges, in order.
func (c *contraction) keep(chains graph.Chains) (number []uint32) {
	passed := make([]bool, c.g.Nodes())
	var along []uint32
	for i := range chains.Len() {
		along = chains.Points(along[:0], c.refs, i)
		for _, v := range along[1 : len(along)-1] {
			passed[v] = true
		}
	}
	number = make([]uint32, c.g.Nodes())
	for v := range number {
		if !passed[v] {
			number[v] = uint32(len(c.id))
			c.at, c.id = append(c.at, c.g.At[v]), append(c.id, c.g.ID[v])
		}
	}
	return number
}

// cost returns the total cost along a chain, or against it, if all its edges are open.
func (c *contraction) cost(along []uint32, against bool) (a graph.Arc, open bool) {
	var time, length uint64
	for i := range len(along) - 1 {
		u, v := along[i], along[i+1]
		if against {
			u, v = v, u
		}
		e := edge(c.g, u, v)
		if e == graph.NoNode {
			return a, false
		}
		time, length = time+uint64(c.g.Time[e]), length+uint64(c.g.Length[e])
	}
	return graph.Arc{Time: uint32(min(time, math.MaxUint32)), Length: uint32(min(length, math.MaxUint32))}, true
}
