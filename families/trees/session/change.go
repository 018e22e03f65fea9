package session

import (
	"context"

	"kernelscope/compute/prepared"
	"kernelscope/compute/timing"
	"kernelscope/scene/graph"
)

// save returns a function that restores the present tree. If its distances have been touched, it begins again, and the
// transport brings it back.
func (s *Subject) save() (restore func()) {
	g, source, focus, level, parts, version := s.g, s.source, s.focus, s.level, s.parts, s.version
	return func() {
		s.g, s.source, s.focus, s.level, s.parts = g, source, focus, level, parts
		if s.version != version {
			s.restart(true)
		}
	}
}

// reweigh gives some edges the weights of a graph, which must be within the bound. A tree that is
// complete is made anew immediately; another one begins again.
func (s *Subject) reweigh(g *graph.Graph, edges []uint32) error {
	s.g = g
	if !s.Done() {
		s.restart(true)
		return nil
	}
	return s.recompute("new weights", func() error {
		return s.timed(&s.parts.Customization, func() {
			s.form.weigh(g.Weight, edges)
			s.form.customize()
		})
	})
}

// from makes the tree of another source: immediately where the one before is complete, else
// from its first step.
func (s *Subject) from(source uint32) error {
	if source == s.source {
		return nil
	}
	s.source = source
	switch {
	case s.Done():
		return s.recompute("another source", func() error { s.parts.Customization = timing.Times{}; return nil })
	case s.at >= s.Stages():
		s.restart(false)
	}
	return nil
}

// recompute makes a tree without stepping, after any pending customization. A trace names the reason.
func (s *Subject) recompute(why string, first func() error) error {
	s.changed()
	s.profiler.Drop()
	if err := first(); err != nil {
		return err
	}
	if err := s.timed(&s.parts.Tree, func() { s.form.tree(s.source) }); err != nil {
		return err
	}
	if err := s.timed(&s.parts.Colours, func() { prepared.States(s.be, s.form.dist(), s.states, false) }); err != nil {
		return err
	}
	s.profiler.Take(0, why)
	return nil
}

func (s *Subject) timed(to *timing.Times, work func()) (err error) {
	*to, err = timing.Once(context.Background(), s.be, work)
	return err
}
