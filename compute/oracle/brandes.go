package oracle

import "kernelscope/scene/graph"

// Dependencies returns what shortest paths from a source add to the betweenness of each
// node, and the number of them to each node.
func Dependencies(first, head []uint32, source uint32) (depends, paths []float64) {
	n := len(first) - 1
	level := BFS(first, head, source)
	depends, paths = make([]float64, n), make([]float64, n)
	paths[source] = 1
	byLevel := make([][]uint32, n+1)
	for v, d := range level {
		byLevel[min(int(d), n)] = append(byLevel[min(int(d), n)], uint32(v))
	}
	for _, nodes := range byLevel[:n] {
		for _, u := range nodes {
			for _, v := range head[first[u]:first[u+1]] {
				if level[v] == level[u]+1 {
					paths[v] += paths[u]
				}
			}
		}
	}
	for d := n - 1; d >= 0; d-- {
		for _, u := range byLevel[d] {
			for _, v := range head[first[u]:first[u+1]] {
				if level[v] == level[u]+1 {
					depends[u] += paths[u] / paths[v] * (1 + depends[v])
				}
			}
		}
	}
	depends[source] = 0
	return depends, paths
}

// WeightedDependencies is like Dependencies for paths by positive weights, from the source of a search that has settled
// all nodes.
func WeightedDependencies(g *graph.Graph, s Search) []float64 {
	depends, paths := make([]float64, len(s.Dist)), make([]float64, len(s.Dist))
	paths[s.Settled[0]] = 1
	before := func(v uint32, use func(u uint32)) {
		for k := g.FirstIn[v]; k < g.FirstIn[v+1]; k++ {
			if u := g.Tail[k]; uint64(s.Dist[u])+uint64(g.Weight[g.InEdge[k]]) == uint64(s.Dist[v]) {
				use(u)
			}
		}
	}
	for _, v := range s.Settled {
		before(v, func(u uint32) { paths[v] += paths[u] })
	}
	for i := len(s.Settled) - 1; i > 0; i-- {
		v := s.Settled[i]
		before(v, func(u uint32) { depends[u] += paths[u] / paths[v] * (1 + depends[v]) })
	}
	depends[s.Settled[0]] = 0
	return depends
}
