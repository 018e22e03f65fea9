package session

import (
	"kernelscope/scene/graph"
	"kernelscope/timeline"
	"math"
	"time"
)

// Aim sets the speed such that watching the new search takes about some time. It runs the
// search once, within a budget, and then restarts it.
func (s *Session) Aim(seconds, budget time.Duration) error {
	steps := 0
	for _, l := range s.active() {
		l.search.onStep = nil
		whole, err := l.Seek(math.MaxInt32, time.Now().Add(budget))
		if err != nil {
			return err
		}
		most := l.At()
		if !whole {
			most *= unknownRest
		}
		steps = max(steps, most)
		if err := s.restart(l); err != nil {
			return err
		}
	}
	s.relink()
	if steps > 0 {
		s.transport.Apply(timeline.SetSpeed{PerSecond: float64(steps) / seconds.Seconds()})
	}
	return nil
}

// unknownRest is how many times as long a search is taken to be as what was made of it in time.
const unknownRest = 3

// seekNode goes to the step that reached a node, or settled it.
func (s *Session) seekNode(a SeekNode) error {
	l, err := s.laneOf(a.Lane)
	if err != nil {
		return err
	}
	if !l.canRewind() {
		return errForwardOnly
	}
	v := s.locator.Nearest(a.At)
	n, _ := l.Length()
	if _, err := l.Seek(n, time.Now().Add(time.Minute)); err != nil {
		return err
	}
	last, err := l.distance(v)
	if err != nil {
		return err
	}
	step, err := l.stepOf(func() (bool, error) {
		d, err := l.distance(v)
		return d == last || !a.Settled && d != graph.Unreached, err
	})
	if err == nil && last != graph.Unreached {
		s.move(timeline.SeekClock{At: l.Reading(s.transport.State().Clock, step)})
	}
	return err
}
