package session

import (
	"context"
	"errors"

	"kernelscope/compute/sssp"
	"kernelscope/internal/clock"
	"kernelscope/scene"
)

// work carries out an action on roads. Where weights change, the query begins again, up to where it was.
func (s *Session) work(a RoadAction) error {
	begin, before, next := clock.Now(), s.m, s.roads
	m, edges, err := next.Work(s.m, a)
	if s.roads = next; err != nil || m == nil {
		return err
	}
	s.m, s.tuned = m, nil // no setting was found for these weights
	if len(s.roads.changes) == 0 {
		s.findTuned()
	}
	err = s.reweigh(before, m, edges)
	if s.roads.Took(clock.Since(begin)); err == nil {
		err = s.Remake()
	}
	if err != nil {
		err = errors.Join(err, s.reweigh(m, before, edges))
	}
	return err
}

// reweigh gives solvers of a map another one that differs in the weights of some edges.
func (s *Session) reweigh(from, to *scene.Map, edges []uint32) error {
	for i, k := range s.solvers {
		if k == nil || k.m != from {
			continue
		}
		r, ok := k.Solver.(sssp.Reweighter)
		if !ok {
			s.solvers[i] = nil // another is made
			continue
		}
		k.m = to
		r.Reweigh(to, edges)
		if err := k.be.Flush(context.Background()); err != nil {
			return err
		}
	}
	return nil
}
