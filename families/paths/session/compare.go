package session

import (
	"errors"
	"math"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/sssp"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// setCompare begins a comparison, or ends it; the first search stays where it is.
func (s *Session) setCompare(on bool) error {
	if on == s.compare {
		return nil
	}
	other := &s.lanes[1]
	if !on {
		other.release()
		s.compare = false
		s.relink()
		return s.setClock(timeline.Steps)
	}
	if err := other.prepare(s.sides[1], other.algorithm, s.m); err != nil {
		return err
	}
	if err := s.adapt(other, nil, s.restart); err != nil {
		other.release()
		return err
	}
	if s.lanes[0].now.Done {
		s.transport.Apply(timeline.End{})
	}
	s.compare = true
	s.relink()
	return nil
}

// setSecond chooses the backend of the second search, which goes on where it is.
func (s *Session) setSecond(be compute.Backend) error {
	before := s.sides
	if s.sides = s.sides.Chosen(be); s.sides == before {
		return nil
	}
	s.profiler.Observe(s.sides)
	if !s.compare {
		return nil
	}
	err := s.adapt(&s.lanes[1], nil, s.prepareAgain)
	if err != nil {
		s.sides = before
		s.profiler.Observe(before)
	}
	return err
}

// of returns the backend of a lane.
func (s *Session) of(l *lane) compute.Backend {
	if l == &s.lanes[1] {
		return s.sides[1]
	}
	return s.sides[0]
}

// errClock is what a clock other than steps gives for a search that only goes forward.
var errClock = errors.New("a clock other than steps needs searches that step back: turn on their trace")

// setClock chooses the clock. On one other than steps the length of each search must be
// known.
func (s *Session) setClock(c timeline.Clock) error {
	if c != timeline.Steps {
		for _, l := range s.active() {
			if !l.canRewind() {
				return errClock
			}
		}
	}
	watch.SetClock(&s.transport, c)
	return nil
}

// setTrace chooses whether searches that take another course every time go back.
func (s *Session) setTrace(on bool) error {
	if s.traced == on {
		return nil
	}
	if !on {
		watch.SetClock(&s.transport, timeline.Steps)
	}
	s.traced = on
	return s.eachLane(s.again)
}

// surveyed reports whether all is known that the clock needs.
func (s *Session) surveyed() bool {
	for _, l := range s.active() {
		if s.transport.State().Clock != timeline.Steps && !l.whole {
			return false
		}
	}
	return true
}

// survey makes searches to their ends, until a time, if the clock needs their lengths. The
// transport brings them back.
func (s *Session) survey(until time.Time) (there bool, err error) {
	if s.surveyed() {
		return true, nil
	}
	for _, l := range s.active() {
		if !l.whole {
			if _, err := l.Seek(math.MaxInt32, until); err != nil {
				return false, err
			}
		}
	}
	return s.surveyed(), nil
}

// Lanes returns the searches that are watched: one, or two that are compared.
func (n *Snapshot) Lanes() []*Lane {
	if n.Other == nil {
		return []*Lane{&n.Lane}
	}
	return []*Lane{&n.Lane, n.Other}
}

// Measures returns the costs of the searches of a comparison so far; none without a comparison.
func (n *Snapshot) Measures() []watch.Measure {
	if n.Other == nil {
		return nil
	}
	of := func(number func(*Lane) float64) [2]float64 { return [2]float64{number(&n.Lane), number(n.Other)} }
	return []watch.Measure{
		{Name: "steps", Help: "Rounds, and distributions of the far queue, so far.", Of: of(func(l *Lane) float64 { return float64(l.Event.Step) })},
		{Name: "GPU time", Help: "By timestamps on the device, of the steps so far. A search on the host has none.", Unit: watch.Milliseconds, Of: of((*Lane).gpu)},
		{Name: "relaxed", Help: "Edges relaxed so far.", Of: of(func(l *Lane) float64 { return float64(l.Event.Relaxed) })},
		{Name: "improved", Help: "Edges that shortened a distance.", Of: of(func(l *Lane) float64 { return float64(l.Event.Improved) })},
		{Name: "efficiency", Help: "Edges that Dijkstra's algorithm relaxes, divided by those relaxed here. Known when a search is verified.", Unit: watch.Share, Of: of((*Lane).efficiency)},
	}
}

// gpu returns the time on the device so far, in ms, and NaN for a search on the host.
func (l *Lane) gpu() float64 {
	if l.Algorithm.About().OnHost {
		return math.NaN()
	}
	return l.Event.GPU
}

func (l *Lane) efficiency() float64 {
	if l.Result == nil || !l.Result.Checked {
		return math.NaN()
	}
	return l.Result.Efficiency
}

// ArticlePair returns the actions that compare the two settings of the original article: a
// small delta in small batches, and a large one in large batches.
func ArticlePair() (out []watch.Action) {
	out = append(out, watch.SetCompare{On: true})
	for lane, v := range []compute.Values{{sssp.Delta: 512, sssp.Batch: 32}, {sssp.Delta: 4096, sssp.Batch: 512}} {
		out = append(out, watch.Set{Lane: lane, Algorithm: sssp.NearFar{}.Name(), Values: v})
	}
	return out
}
