package prepared

import (
	"slices"

	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

// cell is a part of a network that is to be cut: an undirected graph without parallel
// edges. Its nodes are numbered from zero.
type cell struct {
	id    []uint32 // of nodes in the network
	first []uint32 // nodes+1: the neighbours of u are adj[first[u]:first[u+1]]
	adj   []uint32
	at    []geom.Point // nil without places
}

func (c *cell) nodes() int { return len(c.id) }

func (c *cell) neighbours(u uint32) []uint32 { return c.adj[c.first[u]:c.first[u+1]] }

// whole is the cell of an entire network.
func whole(g *graph.Graph, at []geom.Point) *cell {
	n := g.Nodes()
	c := &cell{id: make([]uint32, n), first: make([]uint32, n+1), adj: make([]uint32, 0, g.Edges()), at: at}
	for u := range uint32(n) {
		c.id[u] = u
		// Heads are in order, and so are tails: their union is a merge.
		out, in := g.Head[g.FirstOut[u]:g.FirstOut[u+1]], g.Tail[g.FirstIn[u]:g.FirstIn[u+1]]
		for len(out) > 0 || len(in) > 0 {
			var v uint32
			switch {
			case len(in) == 0 || len(out) > 0 && out[0] < in[0]:
				v, out = out[0], out[1:]
			case len(out) == 0 || in[0] < out[0]:
				v, in = in[0], in[1:]
			default:
				v, out, in = out[0], out[1:], in[1:]
			}
			c.adj = append(c.adj, v)
		}
		c.first[u+1] = uint32(len(c.adj))
	}
	return c
}

// none stands for a node, a level or a mark that is not there.
const none = ^uint32(0)

// part returns the cell of some nodes. local has none for every node of c, before and
// after.
func (c *cell) part(pick, local []uint32) *cell {
	p := &cell{id: make([]uint32, len(pick)), first: make([]uint32, len(pick)+1)}
	edges := 0
	for i, u := range pick {
		local[u] = uint32(i)
		edges += int(c.first[u+1] - c.first[u])
	}
	p.adj = make([]uint32, 0, edges)
	if c.at != nil {
		p.at = make([]geom.Point, len(pick))
	}
	for i, u := range pick {
		p.id[i] = c.id[u]
		if c.at != nil {
			p.at[i] = c.at[u]
		}
		for _, v := range c.neighbours(u) {
			if l := local[v]; l != none {
				p.adj = append(p.adj, l)
			}
		}
		p.first[i+1] = uint32(len(p.adj))
	}
	for _, u := range pick {
		local[u] = none
	}
	return p
}

// components lists the nodes of the connected components of a cell, each from its first
// node on in breadth-first order.
func (c *cell) components() (lists [][]uint32) {
	seen, queue := make([]bool, c.nodes()), make([]uint32, 0, c.nodes())
	for u := range uint32(c.nodes()) {
		if seen[u] {
			continue
		}
		start := len(queue)
		seen[u] = true
		queue = append(queue, u)
		for at := start; at < len(queue); at++ {
			for _, v := range c.neighbours(queue[at]) {
				if !seen[v] {
					seen[v] = true
					queue = append(queue, v)
				}
			}
		}
		lists = append(lists, queue[start:])
	}
	return lists
}

// shareOut distributes components over two sides, the largest first, each to the smaller side.
func shareOut(lists [][]uint32) (side [2][]uint32) {
	slices.SortStableFunc(lists, func(a, b []uint32) int { return len(b) - len(a) })
	for _, l := range lists {
		to := 0
		if len(side[1]) < len(side[0]) {
			to = 1
		}
		side[to] = append(side[to], l...)
	}
	return side
}

// hops returns the number of edges from a node to all nodes of a connected cell, and the
// last node that it meets.
func (c *cell) hops(from uint32, dist, queue []uint32) (last uint32) {
	for i := range dist {
		dist[i] = none
	}
	dist[from] = 0
	queue = append(queue[:0], from)
	for at := 0; at < len(queue); at++ {
		u := queue[at]
		for _, v := range c.neighbours(u) {
			if dist[v] == none {
				dist[v] = dist[u] + 1
				queue = append(queue, v)
			}
		}
	}
	return queue[len(queue)-1]
}
