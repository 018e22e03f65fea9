package session

import (
	"context"
	"math"
	"time"

	"kernelscope/compute/sssp"
	"kernelscope/scene/graph"
	"kernelscope/watch/timeline"
)

// Aim sets the speed such that watching the searches takes about some time. Before they first move, they
// run within a budget. Another speed that is set meanwhile stays.
func (s *Session) Aim(seconds, budget time.Duration) { s.trial = &trial{seconds, budget} }

// try makes the trial that is due.
func (s *Session) try() error {
	t := s.trial
	if t == nil {
		return nil
	}
	steps := 0
	for _, l := range s.Lanes.Active() {
		n, err := l.try(t.budget)
		if err != nil {
			return err
		}
		steps = max(steps, n)
	}
	s.trial, s.aim = nil, aim{left: t.seconds}
	if steps > 0 {
		s.Transport.Apply(timeline.SetSpeed{PerSecond: float64(steps) / t.seconds.Seconds()})
	}
	return nil
}

// adapt speeds up searches that turn out to be longer than was known when their speed was chosen. Others keep
// their speed: an estimate of little more than what was made says little.
func (s *Session) adapt(dt time.Duration) {
	const often, least, worth = time.Second / 2, time.Second, 0.2
	t := s.Transport.State()
	if s.aim.left == 0 || !t.Playing || t.Clock != timeline.Steps {
		return
	}
	s.aim.left, s.aim.since = max(least, s.aim.left-dt), s.aim.since+dt
	if s.aim.since < often {
		return
	}
	s.aim.since = 0
	rest := 0.0 // steps
	for _, l := range s.Lanes.Active() {
		if n, c := l.Expected(); c != timeline.Unknown {
			rest = max(rest, float64(n)-t.Position)
		}
	}
	if speed := rest / s.aim.left.Seconds(); speed > (1+worth)*t.Speed {
		s.Transport.Apply(timeline.SetSpeed{PerSecond: speed})
	}
}

// try runs a search that is at its start within a budget, and estimates the number of its steps. The
// search forgets that, except for its length.
func (s *search) try(budget time.Duration) (steps int, err error) {
	const early = 3 // a search of which less than a third is done after a third of the budget will not end within it
	if err := s.start(); err != nil {
		return 0, err
	}
	back := s.begin
	if run, ok := s.run.(sssp.Rewinder); ok {
		first, err := run.Keep()
		if err != nil {
			return 0, err
		}
		defer first.Release()
		back = func() error { run.Restore(first); s.atStart(); return nil }
	}
	onStep := s.onStep
	s.onStep = nil
	whole, rest, err := s.runFor(budget / early)
	if err == nil && !whole && rest <= early {
		whole, rest, err = s.runFor(budget - budget/early)
	}
	if err != nil {
		return 0, err
	}
	steps = int(rest * float64(s.At()))
	if !whole {
		s.past.last = finished{course: s.course, steps: steps, settled: rest * s.furthest().Final, metres: s.metres}
	}
	s.forget()
	s.onStep = onStep
	return steps, back()
}

// runFor continues a search within a budget. It reports whether the search ended, and else estimates
// how many times as long the whole of it is as the part so far.
func (s *search) runFor(budget time.Duration) (whole bool, rest float64, err error) {
	whole, err = s.Seek(math.MaxInt32, time.Now().Add(budget))
	if err != nil || whole {
		return whole, 1, err
	}
	rest, err = s.rest()
	return false, rest, err
}

// rest returns how many times as long the whole of a search is as what was made of it: by how
// far the settled nodes are on the way, as the crow flies, to the target or to the farthest
// corner of the map.
func (s *search) rest() (times float64, err error) {
	dist, err := s.run.Distances(context.Background())
	if err != nil {
		return 0, err
	}
	g, way := s.m.Graph, 0.0
	for v, d := range dist {
		switch {
		case float64(d) > s.furthest().Final:
		case s.query.Target == graph.NoNode:
			way = max(way, g.At[v].Metres(g.At[s.query.Source]))
		default:
			way = max(way, s.metres-g.At[v].Metres(g.At[s.query.Target]))
		}
	}
	return min(s.metres/max(way, 1), maxRest), nil
}

// maxRest bounds the estimate while hardly anything is settled.
const maxRest = 50

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
		return s.Apply(timeline.SeekClock{At: l.Reading(s.Transport.State().Clock, step)})
	}
	return err
}
