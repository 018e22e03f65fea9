package session

import (
	"kernelscope/scene/graph"
	"kernelscope/timeline"
	"time"
)

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
