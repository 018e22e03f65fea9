package oracletest

import "kernelscope/compute/oracle"

// Brandes returns the betweenness centrality of all nodes (U. Brandes, J. Math.
// Sociol. 25, 2001, algorithm 1), each direction of a pair counted, and counts[s][t],
// the number of shortest paths from s to t.
func Brandes(first, head []uint32) (centrality []float64, counts [][]float64) {
	centrality = make([]float64, len(first)-1)
	for s := range centrality {
		depends, paths := oracle.Dependencies(first, head, uint32(s))
		for v, x := range depends {
			centrality[v] += x
		}
		counts = append(counts, paths)
	}
	return centrality, counts
}
