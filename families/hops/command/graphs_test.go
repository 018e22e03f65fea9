package command

import (
	"math/rand/v2"
	"testing"

	"kernelscope/compute/bfs"
)

// Parts have all pairs once, and none the column of another where searches share sweeps.
func TestShare(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	pairs := make([]bfs.Pair, 10_000)
	for i := range pairs {
		pairs[i] = bfs.Pair{Source: 2 * r.Uint32N(3000), Target: r.Uint32N(3000)}
	}
	for _, n := range []int{1, 2, 3, 8} {
		for _, plan := range []bfs.Plan{{}, {Sweeps: 1}, {Sweeps: 1, Reverse: true}} {
			seen, owner := make([]bool, len(pairs)), map[uint32]int{}
			for k := range n {
				part, at := share(pairs, &plan, k, n)
				if len(part) < len(pairs)/n*9/10 {
					t.Errorf("%d parts: part %d has %d pairs", n, k, len(part))
				}
				for i, p := range part {
					if pairs[at(i)] != p || seen[at(i)] {
						t.Fatalf("%d parts: pair %d is %v, or twice", n, at(i), p)
					}
					seen[at(i)] = true
					column := p.Source
					if plan.Reverse {
						column = p.Target
					}
					if other, ok := owner[column]; ok && other != k && plan.Sweeps > 0 {
						t.Fatalf("%d parts: parts %d and %d have column %d", n, other, k, column)
					}
					owner[column] = k
				}
			}
		}
	}
}
