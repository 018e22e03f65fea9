package graph

import "math"

// findComponents labels the strongly connected components (R. Tarjan, SIAM J. Comput. 1, 1972). It
// uses an explicit stack, because paths may have millions of nodes.
func (g *Graph) findComponents() {
	const closed = math.MaxUint32
	n := g.Nodes()
	g.Component = make([]uint32, n)
	low := make([]uint32, n)   // smallest index reachable; 0 if unseen; closed in a finished component
	index := make([]uint32, n) // order of discovery, from 1
	next := make([]uint32, n)  // next edge to follow
	var open, path []uint32
	seen, most := uint32(0), 0

	discover := func(v uint32) {
		seen++
		low[v], index[v], next[v] = seen, seen, g.FirstOut[v]
		open, path = append(open, v), append(path, v)
	}
	for root := range uint32(n) {
		if low[root] != 0 {
			continue
		}
		discover(root)
	search:
		for len(path) > 0 {
			u := path[len(path)-1]
			for next[u] < g.FirstOut[u+1] {
				v := g.Head[next[u]]
				next[u]++
				if low[v] == 0 {
					discover(v)
					continue search
				}
				if low[v] != closed {
					low[u] = min(low[u], low[v])
				}
			}
			path = path[:len(path)-1]
			if len(path) > 0 {
				parent := path[len(path)-1]
				low[parent] = min(low[parent], low[u])
			}
			if low[u] != index[u] {
				continue
			}
			start := len(open) - 1
			for open[start] != u {
				start--
			}
			for _, v := range open[start:] {
				low[v], g.Component[v] = closed, uint32(g.Components)
			}
			if size := len(open) - start; size > most {
				most, g.Largest = size, uint32(g.Components)
			}
			open = open[:start]
			g.Components++
		}
	}
}

// Connected returns the nodes of the largest strongly connected component in order.
func (g *Graph) Connected() []uint32 {
	var nodes []uint32
	for v, c := range g.Component {
		if c == g.Largest {
			nodes = append(nodes, uint32(v))
		}
	}
	return nodes
}

// Candidates returns the nodes to choose sources and targets from: the largest strongly connected
// component or, in a graph without cycles, all nodes with outgoing edges.
func (g *Graph) Candidates() []uint32 {
	nodes := g.Connected()
	if len(nodes) != 1 || g.Edges() == 0 {
		return nodes
	}
	nodes = nodes[:0]
	for v := range uint32(g.Nodes()) {
		if g.FirstOut[v] < g.FirstOut[v+1] {
			nodes = append(nodes, v)
		}
	}
	return nodes
}
