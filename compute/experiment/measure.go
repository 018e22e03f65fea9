package experiment

import (
	"context"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/sssp"
)

// Outcome is what a query found and cost.
type Outcome struct {
	Last   sssp.Event
	Wall   float64 // ms, from the start to the last event
	Values compute.Values
	Dist   []uint32
}

// Measure runs one query to its end. After each step it calls after, if given,
// whose time does not count.
func Measure(ctx context.Context, s sssp.Solver, q sssp.Query, v compute.Values, after func(sssp.Event) error) (Outcome, error) {
	var o Outcome
	wall := time.Duration(0)
	begin := time.Now()
	run, err := s.Start(q, v)
	if err != nil {
		return o, err
	}
	defer run.Release()
	for e, err := range run.Steps(ctx) {
		if err != nil {
			return o, err
		}
		wall += time.Since(begin)
		o.Last = e
		if err := ctx.Err(); err != nil {
			return o, err
		}
		if after != nil {
			if err := after(e); err != nil {
				return o, err
			}
		}
		begin = time.Now()
	}
	o.Wall, o.Values = milliseconds(wall), run.Values()
	o.Dist, err = run.Distances(ctx)
	return o, err
}

func milliseconds(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e6 }
