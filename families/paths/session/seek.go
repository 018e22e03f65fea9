package session

import (
	"context"
	"errors"
	"math"
	"time"

	"kernelscope/scene/graph"
	"kernelscope/watch/timeline"
)

// Aim sets the speed such that watching the new search takes about some time. It runs the
// search once, within a budget, and then restarts it.
func (s *Session) Aim(seconds, budget time.Duration) error {
	const early = 3 // a search of which less than a third is done after a third of the budget will not end within it
	steps := 0
	for _, l := range s.active() {
		l.search.onStep = nil
		whole, rest, err := s.try(l, budget/early)
		if err == nil && !whole && rest <= early {
			whole, rest, err = s.try(l, budget-budget/early)
		}
		if err != nil {
			return err
		}
		most := int(rest * float64(l.At()))
		if !whole {
			s.past.last = finished{course: l.course, steps: most, settled: rest * l.furthest().Final, metres: l.metres}
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

// try continues a search within a budget. It reports whether the search ended, and else estimates
// how many times as long the whole of it is as the part so far.
func (s *Session) try(l *lane, budget time.Duration) (whole bool, rest float64, err error) {
	whole, err = l.Seek(math.MaxInt32, time.Now().Add(budget))
	if err != nil || whole {
		return whole, 1, err
	}
	rest, err = s.rest(l)
	return false, rest, err
}

// rest returns how many times as long the whole of a search is as what was made of it: by how
// far the settled nodes are on the way, as the crow flies, to the target or to the farthest
// corner of the map.
func (s *Session) rest(l *lane) (times float64, err error) {
	dist, err := l.run.Distances(context.Background())
	if err != nil {
		return 0, err
	}
	g, way := s.m.Graph, 0.0
	for v, d := range dist {
		switch {
		case float64(d) > l.furthest().Final:
		case l.query.Target == graph.NoNode:
			way = max(way, g.At[v].Metres(g.At[l.query.Source]))
		default:
			way = max(way, l.metres-g.At[v].Metres(g.At[l.query.Target]))
		}
	}
	return min(l.metres/max(way, 1), mostRest), nil
}

// mostRest bounds the estimate while hardly anything is settled.
const mostRest = 50

// stays leaves searches where they are, if the error is that they cannot go back.
func (s *Session) stays(err error) error {
	if errors.Is(err, errForwardOnly) {
		furthest := 0
		for _, l := range s.active() {
			furthest = max(furthest, l.At())
		}
		s.transport.Apply(timeline.Seek{Step: furthest})
	}
	return err
}

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
