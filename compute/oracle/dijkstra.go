// Package oracle has textbook algorithms that check results, in as few lines as possible. It
// shares no code with the algorithms that it checks.
package oracle

import "kernelscope/scene/graph"

// Search is the result of Dijkstra's algorithm.
type Search struct {
	Dist    []uint32 // Unreached if there is no path
	Settled []uint32 // nodes in the order of their distance: index k is Dijkstra rank k
	Relaxed uint64   // edges relaxed
}

// Dijkstra finds the distances from source (E. W. Dijkstra, Numer. Math. 1, 1959). With a
// target it stops when that is settled; the distances of nodes that are not settled are
// then upper bounds.
func Dijkstra(g *graph.Graph, source, target uint32) Search {
	return search(g, source, func(_ int, e entry) bool { return e.node == target })
}

// Ranked returns the rank-th node that Dijkstra's algorithm settles after the source. ok
// is false if it settles fewer.
func Ranked(g *graph.Graph, source uint32, rank int) (v uint32, ok bool) {
	s := search(g, source, func(n int, _ entry) bool { return n == rank })
	if rank >= len(s.Settled) {
		return graph.NoNode, false
	}
	return s.Settled[rank], true
}

// Within lists the nodes that are at most a distance from the source, the nearest first.
func Within(g *graph.Graph, source, distance uint32) []uint32 {
	s := search(g, source, func(_ int, e entry) bool { return e.dist > distance })
	if last := len(s.Settled) - 1; s.Dist[s.Settled[last]] > distance {
		return s.Settled[:last]
	}
	return s.Settled
}

// search settles nodes until last returns true for a node and its rank.
func search(g *graph.Graph, source uint32, last func(n int, e entry) bool) Search {
	s := Search{Dist: make([]uint32, g.Nodes())}
	for v := range s.Dist {
		s.Dist[v] = graph.Unreached
	}
	s.Dist[source] = 0
	queue := heap{{0, source}}
	for len(queue) > 0 {
		e := queue.pop()
		if e.dist > s.Dist[e.node] {
			continue
		}
		s.Settled = append(s.Settled, e.node)
		if last(len(s.Settled)-1, e) {
			break
		}
		for k := g.FirstOut[e.node]; k < g.FirstOut[e.node+1]; k++ {
			s.Relaxed++
			via := uint64(e.dist) + uint64(g.Weight[k])
			if v := g.Head[k]; via < uint64(s.Dist[v]) {
				s.Dist[v] = uint32(via)
				queue.push(entry{uint32(via), v})
			}
		}
	}
	return s
}

type entry struct{ dist, node uint32 }

func (e entry) before(f entry) bool {
	return e.dist < f.dist || e.dist == f.dist && e.node < f.node
}

// heap is a binary heap ordered by distance, then by node, so that ranks are
// deterministic.
type heap []entry

func (h *heap) push(e entry) {
	q := append(*h, e)
	i := len(q) - 1
	for i > 0 && e.before(q[(i-1)/2]) {
		q[i] = q[(i-1)/2]
		i = (i - 1) / 2
	}
	q[i] = e
	*h = q
}

func (h *heap) pop() entry {
	q := *h
	top, e := q[0], q[len(q)-1]
	q = q[:len(q)-1]
	i := 0
	for {
		child := 2*i + 1
		if child+1 < len(q) && q[child+1].before(q[child]) {
			child++
		}
		if child >= len(q) || !q[child].before(e) {
			break
		}
		q[i] = q[child]
		i = child
	}
	if len(q) > 0 {
		q[i] = e
	}
	*h = q
	return top
}
