package oracle

// Brandes returns the betweenness centrality of all nodes (U. Brandes, J. Math.
// Sociol. 25, 2001, algorithm 1), each direction of a pair counted, and counts[s][t],
// the number of shortest paths from s to t.
func Brandes(first, head []uint32) (centrality []float64, counts [][]float64) {
	n := len(first) - 1
	centrality = make([]float64, n)
	for s := range n {
		level := BFS(first, head, uint32(s))
		paths, depends := make([]float64, n), make([]float64, n)
		paths[s] = 1
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
				if int(u) != s {
					centrality[u] += depends[u]
				}
			}
		}
		counts = append(counts, paths)
	}
	return centrality, counts
}
