// Package pairgen generates random pairs of nodes to search between.
package pairgen

import (
	"math/rand/v2"

	"kernelscope/compute/bfs"
)

// All lists the nodes from 0 to n - 1.
func All(n int) []uint32 {
	nodes := make([]uint32, n)
	for v := range nodes {
		nodes[v] = uint32(v)
	}
	return nodes
}

// Random draws n pairs of the given nodes; the same seed gives the same pairs.
func Random(seed uint64, n int, nodes []uint32) []bfs.Pair {
	rnd := rand.New(rand.NewPCG(seed, 5))
	pairs := make([]bfs.Pair, n)
	for i := range pairs {
		pairs[i] = bfs.Pair{Source: nodes[rnd.IntN(len(nodes))], Target: nodes[rnd.IntN(len(nodes))]}
	}
	return pairs
}
