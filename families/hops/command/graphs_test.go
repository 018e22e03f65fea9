package command

import (
	"math/rand/v2"
	"testing"

	"kernelscope/compute/bfs"
)

// Parts have all pairs once, and none the column of another where searches share sweeps.
func TestDivide(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{2, 3, 8} {
		for _, reverse := range []bool{false, true} {
			pairs := make([]bfs.Pair, 10_000)
			for i := range pairs {
				pairs[i] = bfs.Pair{Source: 2 * r.Uint32N(3000), Target: r.Uint32N(3000)}
			}
			seen, owner := make([]bool, len(pairs)), map[uint32]int{}
			for k, part := range divide(pairs, &bfs.Plan{Sweeps: 1, Reverse: reverse}, n) {
				if len(part.pairs) < len(pairs)/n*9/10 || len(part.pairs) != len(part.at) {
					t.Errorf("%d parts: part %d has %d pairs and %d places", n, k, len(part.pairs), len(part.at))
				}
				for i, p := range part.pairs {
					at := part.at[i]
					if pairs[at] != p || seen[at] {
						t.Fatalf("%d parts: pair %d is %v, or twice", n, at, p)
					}
					seen[at] = true
					column := p.Source
					if reverse {
						column = p.Target
					}
					if other, ok := owner[column]; ok && other != k {
						t.Fatalf("%d parts: parts %d and %d have column %d", n, other, k, column)
					}
					owner[column] = k
				}
			}
		}
	}
	one := make([]bfs.Pair, 100) // of one source, without sweeps
	if parts := divide(one, &bfs.Plan{}, 2); len(parts[0].pairs) < 40 || len(parts[1].pairs) < 40 {
		t.Errorf("searches of their own are in parts of %d and %d pairs", len(parts[0].pairs), len(parts[1].pairs))
	}
	if parts := divide(one, &bfs.Plan{Sweeps: 1}, 1); len(parts) != 1 || len(parts[0].pairs) != len(one) || parts[0].at != nil {
		t.Errorf("one part is %+v", parts)
	}
}
