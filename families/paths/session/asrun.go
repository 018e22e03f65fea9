package session

import (
	"context"
	"iter"
	"slices"
	"time"

	"kernelscope/compute/sssp"
	"kernelscope/compute/timing"
	"kernelscope/internal/clock"
)

// Run is the time of a search that nobody watches, as 'viewer run' prints it.
type Run struct {
	Median, Low, High float64 // ms, of the runs after one that warms up
}

const (
	timedRuns = 3
	timedMost = 1 << 20 // nodes of a map whose upload does not hold up a frame
)

// asRun runs the query of a search that has ended as a command would: with the values that a run
// chooses, and as few submissions. It works between frames, whose time does not count.
type asRun struct {
	of     *search
	solver sssp.Solver
	run    sssp.Run
	next   func() (sssp.Event, error, bool)
	stop   func()
	times  []float64 // ms, the first of the run that warms up
	spent  time.Duration
}

// Release releases what it holds on the device.
func (r *asRun) Release() {
	r.end()
	r.solver.Release()
}

// end ends a run.
func (r *asRun) end() {
	if r.run != nil {
		r.stop()
		r.run.Release()
		r.run = nil
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
		solver, err := s.Chosen[0].Algorithm.Prepare(s.Sides[0], s.m)
		if err != nil {
			l.untimed = true // there is no room for two
			return
		}
		s.asRun = &asRun{of: l, solver: solver}
	}
	r := s.asRun
	for first := true; first || time.Now().Before(until); first = false {
		done, err := r.step(l.query, s)
		if err != nil || done {
			if l.untimed = err != nil; done {
				slices.Sort(r.times[1:])
				l.asRun = &Run{Median: r.times[1+timedRuns/2], Low: r.times[1], High: r.times[timedRuns]}
			}
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

// step makes a step of a run, the first one after starting it. It reports whether all runs are timed.
func (r *asRun) step(q sssp.Query, s *Session) (done bool, err error) {
	begin := clock.Now()
	if r.run == nil {
		if r.run, err = r.solver.Start(q, s.Chosen[0].Values); err != nil {
			return false, err
		}
		r.spent = 0
		r.next, r.stop = iter.Pull2(r.run.Steps(context.Background()))
	}
	_, err, more := r.next()
	r.spent += clock.Since(begin)
	if more || err != nil {
		return false, err
	}
	r.end()
	r.times = append(r.times, timing.Milliseconds(r.spent))
	return len(r.times) > timedRuns, nil
}
