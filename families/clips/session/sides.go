package session

import (
	"kernelscope/compute"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// setCompare begins a comparison, or ends it.
func (s *Session) setCompare(on bool) error {
	if on == s.compare {
		return nil
	}
	if !on {
		s.compare = false
		s.lanes[1].release()
		watch.SetClock(&s.transport, timeline.Steps)
		s.relink()
		return nil
	}
	before := *s
	s.compare = true
	other := &s.lanes[1]
	other.chosen = s.lanes[0].chosen.Allowed(other.form.Params(), other.be.Limits())
	return s.again(before, other)
}

// setSecond chooses the backend of the second run, which is made again.
func (s *Session) setSecond(be compute.Backend) error {
	before, other := *s, &s.lanes[1]
	if s.sides = s.sides.Chosen(be); s.sides == before.sides {
		return nil
	}
	s.took.On(s.sides)
	if other.be = s.sides[1]; !s.compare {
		return nil
	}
	other.chosen = other.chosen.Allowed(other.form.Params(), other.be.Limits())
	err := s.again(before, other)
	s.took.On(s.sides)
	return err
}
