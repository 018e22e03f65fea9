package sssp

import (
	"slices"

	"kernelscope/compute"
	"kernelscope/scene/graph"
)

// wave is a search on the host that spreads from one node, along edges or against them.
type wave struct {
	first []uint32 // n+1: the edges of a node are first[u] to first[u+1]-1
	edges []edge

	dist   []uint32
	parent []uint32 // the node from which one was met; nil if not requested
	met    []uint32 // nodes that have a distance
	queue  queue

	settled  int    // nodes
	reached  uint32 // distance of the last of them
	relaxed  uint64
	improved uint64
}

type edge struct{ head, weight uint32 }

// forward is a wave along the edges of a graph.
func forward(g *graph.Graph, q queue) wave {
	w := wave{first: g.FirstOut, edges: make([]edge, g.Edges()), queue: q, dist: slices.Repeat([]uint32{graph.Unreached}, g.Nodes())}
	for i := range w.edges {
		w.edges[i] = edge{g.Head[i], g.Weight[i]}
	}
	return w
}

// start begins at a node.
func (w *wave) start(g *graph.Graph, from uint32, q Query, v compute.Values) {
	for _, v := range w.met {
		w.dist[v] = graph.Unreached
	}
	w.met = append(w.met[:0], from)
	w.dist[from] = 0
	w.settled, w.reached, w.relaxed, w.improved = 0, 0, 0, 0
	w.queue.begin(g, q, v)
	w.queue.push(keyOf(from, 0))
}

// next settles the nearest queued node.
func (w *wave) next() (u, d uint32, ok bool) {
	for {
		key, ok := w.queue.pop()
		if !ok {
			return 0, 0, false
		}
		if u, d := nodeAndDist(key); w.dist[u] == d { // else it has come nearer since
			w.settled, w.reached = w.settled+1, d
			return u, d, true
		}
	}
}

// spread relaxes the edges of a node that is settled at distance d, and returns their number.
func (w *wave) spread(u, d uint32) int {
	out := w.edges[w.first[u]:w.first[u+1]]
	w.relaxed += uint64(len(out))
	for _, e := range out {
		via, known := uint64(d)+uint64(e.weight), w.dist[e.head]
		if via >= uint64(known) {
			continue
		}
		if known == graph.Unreached {
			w.met = append(w.met, e.head)
		}
		w.dist[e.head] = uint32(via)
		if w.parent != nil {
			w.parent[e.head] = u
		}
		w.improved++
		w.queue.push(keyOf(e.head, uint32(via)))
	}
	return len(out)
}

// waiting appends the nodes that are shown as near to a list.
func (w *wave) waiting(list []uint32) []uint32 {
	for _, key := range w.queue.near() {
		if v, d := nodeAndDist(key); w.dist[v] == d {
			list = append(list, v)
		}
	}
	return list
}

// clone copies what a search changes.
func (w *wave) clone() wave {
	c := *w
	c.dist, c.parent, c.met, c.queue = slices.Clone(w.dist), slices.Clone(w.parent), slices.Clone(w.met), w.queue.clone()
	return c
}

// restore returns to a copy.
func (w *wave) restore(c *wave) {
	copy(w.dist, c.dist)
	copy(w.parent, c.parent)
	w.met, w.queue = append(w.met[:0], c.met...), c.queue.clone()
	w.settled, w.reached, w.relaxed, w.improved = c.settled, c.reached, c.relaxed, c.improved
}
