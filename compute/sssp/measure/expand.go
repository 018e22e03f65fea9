package measure

import (
	"context"

	"kernelscope/compute"
	"kernelscope/compute/sssp"
	"kernelscope/scene/graph"
)

// Expansion records when a search reached each node.
type Expansion struct {
	Reached []uint32 // round that gave it its first distance, 0 for the source; valid where Dist is
	Settled []uint32 // round that gave it its last one
	Dist    []uint32 // graph.Unreached where it has none
}

// Expand runs a query one round at a time and compares the distances of all nodes after each.
func Expand(ctx context.Context, s sssp.Solver, q sssp.Query, v compute.Values) (*Expansion, error) {
	run, err := s.Start(q, v)
	if err != nil {
		return nil, err
	}
	defer run.Release()
	before, err := run.Distances(ctx)
	if err != nil {
		return nil, err
	}
	x := &Expansion{Reached: make([]uint32, len(before)), Settled: make([]uint32, len(before))}
	for done := false; !done; {
		e, err := sssp.Step(ctx, run, 1)
		if err != nil {
			return nil, err
		}
		done = e.Done
		if x.Dist, err = run.Distances(ctx); err != nil {
			return nil, err
		}
		for i, d := range x.Dist {
			if d == before[i] {
				continue
			}
			if before[i] == graph.Unreached {
				x.Reached[i] = e.Round
			}
			x.Settled[i] = e.Round
		}
		before = x.Dist
	}
	return x, ctx.Err()
}
