package sssp

import (
	"slices"

	"kernelscope/compute"

	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// Bidirectional is Dijkstra's algorithm from both ends (I. Pohl, "Bi-directional search",
// Machine Intelligence 6, 1971) on the host: one wave from the source and one from the target
// against the edges; the one that has come less far advances. To all nodes there is only the
// first.
type Bidirectional struct{}

// Name returns the name, as on the command line.
func (Bidirectional) Name() string { return "bidirectional" }

// Title returns the name for people.
func (Bidirectional) Title() string { return "Bidirectional" }

// Params returns the parameters.
func (Bidirectional) Params() []compute.Param { return []compute.Param{nodesParam} }

// Prepare keeps the graph of a map on the host, in both directions.
func (a Bidirectional) Prepare(be compute.Backend, m *scene.Map) (Solver, error) {
	s, err := newOnHost(be, m, a, &heapQueue{})
	if err != nil {
		return nil, err
	}
	back := backward(m.Graph)
	s.(*onHost).fromEnd = &back
	return s, nil
}

// backward is a wave against the edges of a graph, which remembers where it came from.
func backward(g *graph.Graph) wave {
	w := wave{first: g.FirstIn, edges: make([]edge, g.Edges()), queue: &heapQueue{}, dist: slices.Repeat([]uint32{graph.Unreached}, g.Nodes())}
	w.parent = make([]uint32, g.Nodes())
	for k, e := range g.InEdge {
		w.edges[k] = edge{g.Tail[k], g.Weight[e]}
	}
	return w
}

// reweighBack updates the weights of some edges for a wave against them.
func (w *wave) reweighBack(g *graph.Graph, edges []uint32) {
	for _, e := range edges {
		v := g.Head[e]
		k := g.FirstIn[v] + uint32(slices.Index(g.InEdge[g.FirstIn[v]:g.FirstIn[v+1]], e))
		w.edges[k].weight = g.Weight[e]
	}
}

// meeting is the state of two waves that search for the path between their ends.
type meeting struct {
	back *wave
	best uint64 // length of the shortest path so far
	at   uint32 // a node of it that both waves have met
}

// meet begins the wave from the target.
func (s *onHost) meet(q Query, v compute.Values) *meeting {
	m := &meeting{back: s.fromEnd, best: graph.Unreached}
	m.back.start(s.g, q.Target, q, v)
	if q.Source == q.Target {
		m.best, m.at = 0, q.Source
	}
	return m
}

// turn returns the wave that has come less far, or nil at the end: when a wave has no more
// queued nodes, or the least distances of both add up to the best path's length. Any other path
// has an edge from a node that neither wave has settled, so it is not shorter. A node settled
// by both waves is not sufficient.
func (m *meeting) turn(front *wave) *wave {
	there, some := front.least()
	back, more := m.back.least()
	switch {
	case !some || !more || there+back >= m.best:
		return nil
	case there <= back:
		return front
	}
	return m.back
}

// least is the distance of the nearest queued node.
func (w *wave) least() (d uint64, ok bool) {
	q := w.queue.(*heapQueue)
	for q.n > 0 {
		v, d := nodeAndDist(q.keys[0])
		if w.dist[v] == d {
			return uint64(d), true
		}
		q.heap.pop()
	}
	return 0, false
}

// look looks for shorter paths through the neighbours of a node that a wave has just settled.
func (m *meeting) look(front, w *wave, u uint32) {
	for _, e := range w.edges[w.first[u]:w.first[u+1]] {
		if front.dist[e.head] == graph.Unreached || m.back.dist[e.head] == graph.Unreached {
			continue
		}
		if d := uint64(front.dist[e.head]) + uint64(m.back.dist[e.head]); d < m.best {
			m.best, m.at = d, e.head
		}
	}
}

// join sets the distances from the source of the best path's nodes, from the meeting on.
func (m *meeting) join(front *wave, target uint32) {
	if m.best == graph.Unreached {
		return
	}
	for v := m.at; v != target; {
		next := m.back.parent[v]
		d := front.dist[v] + m.back.dist[v] - m.back.dist[next]
		if front.dist[next] == graph.Unreached {
			front.met = append(front.met, next)
		}
		front.dist[next] = min(front.dist[next], d)
		v = next
	}
}

// tell reports the counts of the wave from the target. Its queued nodes count as far.
func (m *meeting) tell(e *Event) {
	e.Far, e.Threshold, e.Target = uint32(m.back.queue.(*heapQueue).n), graph.Unreached, uint32(m.best)
}

// draw writes the states of nodes that only the wave from the target has met: queued, shown
// as far, or settled. Their distances are those to the target.
func (m *meeting) draw(dist, words []uint32) {
	word := func(state graph.NodeState, v uint32) {
		if dist[v] == graph.Unreached {
			words[v] = uint32(state)<<30 | min(m.back.dist[v], graph.StateDistance)
		}
	}
	for _, v := range m.back.met {
		word(graph.StateRelaxed, v)
	}
	for _, v := range m.back.waiting(nil) {
		word(graph.StateFar, v)
	}
}

// BothEnds is a run that may search from both ends.
type BothEnds interface {
	// FromEnds returns the distances of a node from the source and from the target so far,
	// graph.Unreached where the wave from there has not met it.
	FromEnds(v uint32) (source, target uint32)
}

// FromEnds returns the distances of a node from both ends so far.
func (r *hostRun) FromEnds(v uint32) (source, target uint32) {
	if r.meeting == nil {
		return r.dist[v], graph.Unreached
	}
	return r.dist[v], r.meeting.back.dist[v]
}

// clone copies what a search changes, and restore returns to it.
func (m *meeting) clone() *meeting {
	back := m.back.clone()
	return &meeting{&back, m.best, m.at}
}

func (m *meeting) restore(c *meeting) {
	m.back.restore(c.back)
	m.best, m.at = c.best, c.at
}
