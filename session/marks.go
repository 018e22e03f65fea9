package session

import (
	"sort"

	"kernelscope/compute"
	"kernelscope/compute/profile"
	"kernelscope/scene/graph"
)

// Mark is what is known after a step that ended a submission. Numbers are those since the
// start, but for Kernels.
type Mark struct {
	Step             int
	GPU, Wall, Final float64 // ms, ms, distance
	Relaxed          uint64  // edges
	Phase            uint32
	Target           uint32        // distance of the target so far
	Kernels          []profile.Row // dispatches since the mark before; nil where SetProfile is off
}

// SetProfile chooses whether each dispatch is timed, for plots by kernel. The searches are
// prepared anew and go on to where they were.
type SetProfile struct{ On bool }

func (SetProfile) action() {}

// kernelTimes collects how long dispatches take. Nil collects nothing.
type kernelTimes struct{ submissions []compute.Submission }

// note collects a submission. Of experiments, which no step takes, it drops most.
func (k *kernelTimes) note(x compute.Submission) {
	const most = 1 << 14
	if len(k.submissions) < most {
		k.submissions = append(k.submissions, x)
	}
}

// take returns what each kernel has done since the last call.
func (k *kernelTimes) take() []profile.Row {
	if k == nil {
		return nil
	}
	rows := profile.Rows([]profile.Part{{Submissions: k.submissions}})
	k.submissions = nil
	return rows
}

// setProfile begins to time dispatches, or ends it.
func (s *Session) setProfile(on bool) error {
	be, ok := s.be.(compute.Profiler)
	if on == (s.took != nil) || !ok {
		return nil
	}
	if s.took = nil; on {
		s.took = &kernelTimes{}
		be.Profile(s.took.note)
	} else {
		be.Profile(nil)
	}
	if s.m == nil {
		return nil
	}
	return s.eachLane(s.prepareAgain)
}

// prepareAgain puts the map on the device once more, and goes on to where the search was.
// Where that fails the search stays.
func (s *Session) prepareAgain(l *lane) error {
	solver, err := l.algorithm.Prepare(s.be, s.m)
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
