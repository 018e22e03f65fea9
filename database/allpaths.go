//go:build duckdb

package database

import (
	"context"
	"slices"
	"time"

	"kernelscope/compute/bfs"
	"kernelscope/internal/fault"
	"kernelscope/scene/graph"
)

// maxPathNodes limits the total number of nodes in the paths of a job.
const maxPathNodes = 1 << 24

// findAll lists all shortest paths of pairs on the host. For each different target it computes
// levels against the edges, then follows them down from the sources.
func (e *edges) findAll(ctx context.Context, pairs []bfs.Pair) ([][][]uint32, Search, error) {
	s := Search{Function: "all_shortest_paths", Scheme: "levels, on the host", Jobs: 1, Pairs: len(pairs)}
	start := time.Now()
	in := e.reversed()
	of := map[uint32][]int{} // pairs of each target
	var targets []uint32
	for i, p := range pairs {
		if of[p.Target] == nil {
			targets = append(targets, p.Target)
		}
		of[p.Target] = append(of[p.Target], i)
	}
	all := make([][][]uint32, len(pairs))
	left := maxPathNodes
	for _, t := range targets {
		if err := ctx.Err(); err != nil {
			return nil, s, err
		}
		w := walk{graph: e.graph, level: levels(in, t), left: &left}
		for _, i := range of[t] {
			if all[i] = w.from(pairs[i].Source); left < 0 {
				return nil, s, fault.Limit.Errorf("%s: the shortest paths of a chunk have more than %d nodes: count_shortest_paths counts them", e.text, maxPathNodes)
			}
		}
	}
	s.Wall = time.Since(start)
	return all, s, nil
}

// reversed returns the graph with all edges reversed.
func (e *edges) reversed() *graph.Graph {
	if e.in == nil {
		pairs := make([]bfs.Pair, 0, e.graph.Edges())
		for u := range uint32(e.graph.Nodes()) {
			for _, v := range e.graph.Head[e.graph.FirstOut[u]:e.graph.FirstOut[u+1]] {
				pairs = append(pairs, bfs.Pair{Source: v, Target: u})
			}
		}
		e.in = inRows(e.graph.Nodes(), pairs)
	}
	return e.in
}

// levels returns the fewest edges from a node to each node.
func levels(g *graph.Graph, from uint32) []uint32 {
	level := slices.Repeat([]uint32{graph.Unreached}, g.Nodes())
	level[from] = 0
	queue := []uint32{from}
	for i := 0; i < len(queue); i++ {
		u := queue[i]
		for _, v := range g.Head[g.FirstOut[u]:g.FirstOut[u+1]] {
			if level[v] == graph.Unreached {
				level[v] = level[u] + 1
				queue = append(queue, v)
			}
		}
	}
	return level
}

// walk lists paths that descend the levels to a target.
type walk struct {
	graph *graph.Graph
	level []uint32
	left  *int // number of nodes that may still be listed
	path  []uint32
	paths [][]uint32
}

// from returns all shortest paths from a node, or nil if there is none. Parallel edges give
// different paths.
func (w *walk) from(v uint32) [][]uint32 {
	w.path, w.paths = w.path[:0], nil
	if w.level[v] != graph.Unreached {
		w.down(v)
	}
	return w.paths
}

func (w *walk) down(v uint32) {
	w.path = append(w.path, v)
	if w.level[v] == 0 {
		*w.left -= len(w.path)
		w.paths = append(w.paths, slices.Clone(w.path))
	} else {
		for _, next := range w.graph.Head[w.graph.FirstOut[v]:w.graph.FirstOut[v+1]] {
			if w.level[next] == w.level[v]-1 && *w.left >= 0 {
				w.down(next)
			}
		}
	}
	w.path = w.path[:len(w.path)-1]
}
