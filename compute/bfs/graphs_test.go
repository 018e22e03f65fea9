package bfs_test

import (
	"math/rand/v2"

	"kernelscope/compute/bfs"
	"kernelscope/compute/oracle"
	"kernelscope/scene/graph"
)

type edge [2]uint32

// fromEdges makes a graph as it is told, parallel edges and self-loops included.
func fromEdges(n int, edges []edge) *graph.Graph {
	g := &graph.Graph{FirstOut: make([]uint32, n+1), Head: make([]uint32, len(edges))}
	for _, e := range edges {
		g.FirstOut[e[0]+1]++
	}
	for v := range n {
		g.FirstOut[v+1] += g.FirstOut[v]
	}
	fill := append([]uint32{}, g.FirstOut...)
	for _, e := range edges {
		g.Head[fill[e[0]]] = e[1]
		fill[e[0]]++
	}
	return g
}

// bothWays adds every edge in the other direction.
func bothWays(edges []edge) []edge {
	for _, e := range edges {
		edges = append(edges, edge{e[1], e[0]})
	}
	return edges
}

// random makes m edges between n nodes.
func random(rnd *rand.Rand, n, m int) []edge {
	var out []edge
	for range m {
		out = append(out, edge{rnd.Uint32N(uint32(n)), rnd.Uint32N(uint32(n))})
	}
	return out
}

func path(n int) (out []edge) {
	for v := range uint32(n - 1) {
		out = append(out, edge{v, v + 1})
	}
	return out
}

func star(n int) (out []edge) {
	for v := range uint32(n - 1) {
		out = append(out, edge{0, v + 1})
	}
	return out
}

// hubs makes a graph whose first nodes have most edges.
func hubs(rnd *rand.Rand, n, m int) (out []edge) {
	skewed := func() uint32 { f := rnd.Float64(); return uint32(f * f * f * f * float64(n)) }
	for range m {
		out = append(out, edge{skewed(), skewed()})
	}
	return out
}

// sample is a graph and how large it is.
type sample struct {
	name  string
	g     *graph.Graph
	roads bool // its degrees are small enough for that form
}

// samples are graphs that have each gone wrong somewhere. Paths are short, since each level
// is dispatches of its own; TestLongPath has the long ones.
func samples(rnd *rand.Rand) []sample {
	grid := func(w, h uint32) (out []edge) {
		for v := range w * h {
			if v%w+1 < w {
				out = append(out, edge{v, v + 1})
			}
			if v+w < w*h {
				out = append(out, edge{v, v + w})
			}
		}
		return bothWays(out)
	}
	two := append(bothWays(random(rnd, 100, 300)), edge{150, 151})
	loops := append(bothWays(random(rnd, 60, 90)), edge{3, 3}, edge{3, 3}, edge{0, 0}, edge{1, 2}, edge{1, 2}, edge{1, 2})
	return []sample{
		{"one node", fromEdges(1, nil), true},
		{"no edges", fromEdges(70, nil), true},
		{"two nodes", fromEdges(2, []edge{{0, 1}}), true},
		{"path", fromEdges(70, bothWays(path(70))), true},
		{"one-way path", fromEdges(50, path(50)), true},
		{"cycle", fromEdges(33, append(path(33), edge{32, 0})), true},
		{"star", fromEdges(1500, bothWays(star(1500))), false},
		{"grid", fromEdges(20*13, grid(20, 13)), true},
		{"disconnected", fromEdges(200, two), true},
		{"self-loops and parallel edges", fromEdges(60, loops), true},
		{"sparse, directed", fromEdges(400, random(rnd, 400, 600)), true},
		{"random", fromEdges(500, bothWays(random(rnd, 500, 1500))), true},
		{"hubs", fromEdges(800, bothWays(hubs(rnd, 800, 6000))), false},
		{"hubs, directed", fromEdges(800, hubs(rnd, 800, 4000)), false},
	}
}

// drawn draws pairs, some of them twice and some of a node and itself; with few
// ends, sources or targets are from the first nodes.
func drawn(rnd *rand.Rand, nodes, n, sources, targets int) (out []bfs.Pair) {
	for range n {
		p := bfs.Pair{Source: rnd.Uint32N(uint32(min(nodes, sources))), Target: rnd.Uint32N(uint32(min(nodes, targets)))}
		switch rnd.Uint32N(16) {
		case 0:
			p.Target = p.Source
		case 1:
			if len(out) > 0 {
				p = out[rnd.IntN(len(out))]
			}
		}
		out = append(out, p)
	}
	return out
}

// truth are the lengths by the oracle.
func truth(g *graph.Graph, pairs []bfs.Pair) []uint32 {
	from := map[uint32][]uint32{}
	out := make([]uint32, len(pairs))
	for i, p := range pairs {
		if from[p.Source] == nil {
			from[p.Source] = oracle.BFS(g.FirstOut, g.Head, p.Source)
		}
		out[i] = from[p.Source][p.Target]
	}
	return out
}
