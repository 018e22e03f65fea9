package session

import (
	"sort"

	"kernelscope/compute/profile"
	"kernelscope/scene/graph"
	"kernelscope/watch"
)

// Mark describes the state after a step that ended a submission. Numbers count from the start,
// except Kernels.
type Mark struct {
	Step             int
	GPU, Wall, Final float64 // ms, ms, distance
	Relaxed          uint64  // edges
	Phase            uint32
	Target           uint32        // distance of the target so far
	Kernels          []profile.Row // dispatches since the mark before; nil if they are not timed
}

// setProfile begins to time dispatches, or ends it.
func (s *Session) setProfile(on bool) error {
	if on == (s.profiler != nil) {
		return nil
	}
	s.profiler.Stop()
	if s.profiler = nil; on {
		s.profiler = watch.NewProfiler(s.sides)
	}
	if on && s.profiler == nil || s.m == nil {
		return nil // the backend has no times, or there is nothing to time
	}
	return s.eachLane(s.prepareAgain)
}

// Dispatches returns the dispatches of the steps that were timed.
func (s *Session) Dispatches() []profile.Part { return s.profiler.Parts() }

// Watch times dispatches again, where another session did meanwhile.
func (s *Session) Watch() { s.profiler.Observe(s.sides) }

// prepareAgain puts the map on the device once more, and goes on to where the search was.
// Where that fails the search stays.
func (s *Session) prepareAgain(l *lane) error {
	solver, err := l.algorithm.Prepare(s.of(l), s.m)
	if err != nil {
		return err
	}
	r, before := s.whereabouts(l), l.solver
	l.solver = solver
	if err := s.restart(l); err != nil {
		solver.Release()
		l.solver = before
		return err
	}
	before.Release()
	l.resume = r
	s.relink()
	return nil
}

// settle counts, for each mark, the edges out of the nodes that are nearer than what is final
// there: those that Dijkstra's algorithm relaxes to settle them, at most all that it relaxes.
func settle(g *graph.Graph, dist []uint32, marks []Mark, all uint64, needed []uint64) {
	for v, d := range dist {
		if i := sort.Search(len(marks), func(i int) bool { return marks[i].Final > float64(d) }); i < len(marks) && d != graph.Unreached {
			needed[i] += uint64(g.FirstOut[v+1] - g.FirstOut[v])
		}
	}
	sum := uint64(0)
	for i := range needed {
		sum += needed[i]
		needed[i] = min(sum, all)
	}
	if len(needed) > 0 {
		needed[len(needed)-1] = all
	}
}
