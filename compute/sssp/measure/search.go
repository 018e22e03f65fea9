package measure

import (
	"context"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/compute/timing"
	"kernelscope/internal/clock"
	"kernelscope/scene/graph"
)

// Outcome is the result and the cost of a query.
type Outcome struct {
	Last   sssp.Event
	Wall   float64 // ms, from the start to the last event
	Values compute.Values
	Dist   []uint32
}

// Verify compares the distances that a search promises with the truth.
func Verify(a sssp.Algorithm, g *graph.Graph, truth oracle.Search, target uint32, dist []uint32) error {
	if a.About().Goal {
		return oracle.VerifyWay(g, truth, target, dist)
	}
	return oracle.Verify(g, truth, target, dist)
}

// Search runs one query to its end. It calls after, if given, following each step; that time is
// not counted.
func Search(ctx context.Context, s sssp.Solver, q sssp.Query, v compute.Values, after func(sssp.Event) error) (Outcome, error) {
	var o Outcome
	wall := time.Duration(0)
	begin := clock.Now()
	run, err := s.Start(q, v)
	if err != nil {
		return o, err
	}
	defer run.Release()
	for e, err := range run.Steps(ctx) {
		if err != nil {
			return o, err
		}
		wall += clock.Since(begin)
		o.Last = e
		if err := ctx.Err(); err != nil {
			return o, err
		}
		if after != nil {
			if err := after(e); err != nil {
				return o, err
			}
		}
		begin = clock.Now()
	}
	o.Wall, o.Values = timing.Milliseconds(wall), run.Values()
	o.Dist, err = run.Distances(ctx)
	return o, err
}
