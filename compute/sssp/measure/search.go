package measure

import (
	"context"
	"time"

	"kernelscope/clock"
	"kernelscope/compute"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/compute/timing"
	"kernelscope/scene/graph"
)

// Outcome is what a query found and cost.
type Outcome struct {
	Last   sssp.Event
	Wall   float64 // ms, from the start to the last event
	Values compute.Values
	Dist   []uint32
}

// Verify compares distances with the truth, as far as a search promises them.
func Verify(a sssp.Algorithm, g *graph.Graph, truth oracle.Search, target uint32, dist []uint32) error {
	if a.About().Goal {
		return oracle.VerifyWay(g, truth, target, dist)
	}
	return oracle.Verify(g, truth, target, dist)
}

// Search makes one query to its end. After each step it calls after, if given,
// whose time does not count.
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
