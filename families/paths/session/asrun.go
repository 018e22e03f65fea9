package session

import (
	"context"
	"errors"
	"iter"
	"slices"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
)

const (
	timedRuns = 3
	timedMost = 1 << 20 // nodes of a map whose upload does not hold up a frame
)

// newAsRun uploads the map once more: the solver of the search that is watched has its state.
func (s *Session) newAsRun(l *search) (*asRun, error) {
	solver, err := s.Chosen[0].Algorithm.Prepare(s.Sides[0], s.m)
	if err != nil {
		return nil, err
	}
	r := &asRun{of: l, solver: solver}
	r.next, r.stop = iter.Pull2(r.runs(l.query, l.chosen))
	return r, nil
}

// Release releases what it holds on the device.
func (r *asRun) Release() {
	r.stop()
	r.solver.Release()
}

// runs yields after each step, and after each run its time.
func (r *asRun) runs(q sssp.Query, v compute.Values) iter.Seq2[float64, error] {
	stopped := errors.New("stopped")
	return func(yield func(float64, error) bool) {
		for range 1 + timedRuns {
			o, err := measure.Search(context.Background(), r.solver, q, v, func(sssp.Event) error {
				if !yield(0, nil) {
					return stopped
				}
				return nil
			})
			if err == stopped || !yield(o.Wall, err) || err != nil {
				return
			}
		}
	}
}

// timeRun works until a time on the run of a search that rests at its verified end. Scripts, which show no
// times, and comparisons, which measure both sides alike, go without.
func (s *Session) timeRun(until time.Time) {
	l := s.Lanes[0]
	if !s.runDue() {
		return
	}
	if s.asRun == nil {
		var err error
		if s.asRun, err = s.newAsRun(l); err != nil {
			l.untimed = true // there is no room for two
			return
		}
	}
	r := s.asRun
	for first := true; first || time.Now().Before(until); first = false {
		ms, err, more := r.next()
		if ms > 0 {
			r.times = append(r.times, ms)
		}
		l.untimed = err != nil || !more
		if len(r.times) > timedRuns {
			slices.Sort(r.times[1:])
			l.asRun = &Run{Median: r.times[1+timedRuns/2], Low: r.times[1], High: r.times[timedRuns]}
		}
		if l.untimed || l.asRun != nil {
			r.Release()
			s.asRun = nil
			return
		}
	}
}

// runDue reports whether a run is to be timed.
func (s *Session) runDue() bool {
	l := s.Lanes[0]
	return l != nil && !s.Wait && !s.Compared && s.Profiler == nil && l.asRun == nil && !l.untimed && l.now.Done && l.result != nil && l.result.Checked &&
		!s.experimenting() && s.m.Graph.Nodes() <= timedMost
}
