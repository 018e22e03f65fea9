package command

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kernelscope/compute/bfs"
)

// Parts have all pairs once, in order, and none the column of another.
func TestShare(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	pairs := make([]bfs.Pair, 10_000)
	for i := range pairs {
		pairs[i] = bfs.Pair{Source: 2 * r.Uint32N(3000), Target: r.Uint32N(3000)}
	}
	if share(pairs, &bfs.Plan{Sweeps: 1}, 1) != nil || share(pairs, &bfs.Plan{}, 2) != nil {
		t.Error("parts that may follow each other have places")
	}
	if places := share(pairs[:1], &bfs.Plan{Sweeps: 1}, 3); len(slices.Concat(places...)) != 1 {
		t.Errorf("three parts of one pair have the places %v", places)
	}
	for _, n := range []int{2, 3, 8} {
		for _, plan := range []bfs.Plan{{Sweeps: 1}, {Sweeps: 1, Reverse: true}} {
			seen, owner := make([]bool, len(pairs)), map[uint32]int{}
			for k, places := range share(pairs, &plan, n) {
				if len(places) < len(pairs)/n*9/10 {
					t.Errorf("%d parts: part %d has %d pairs", n, k, len(places))
				}
				for i, at := range places {
					if seen[at] || i > 0 && places[i-1] > at {
						t.Fatalf("%d parts: pair %d is there twice, or after %d", n, at, places[i-1])
					}
					seen[at] = true
					column := pairs[at].Source
					if plan.Reverse {
						column = pairs[at].Target
					}
					if other, ok := owner[column]; ok && other != k {
						t.Fatalf("%d parts: parts %d and %d have column %d", n, other, k, column)
					}
					owner[column] = k
				}
			}
			if slices.Contains(seen, false) {
				t.Errorf("%d parts miss a pair", n)
			}
		}
	}
}
