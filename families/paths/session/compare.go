package session

import (
	"errors"
	"math"

	"kernelscope/compute"
	"kernelscope/compute/sssp"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// errClock is what a clock other than steps gives for a search that only goes forward.
var errClock = errors.New("a clock other than steps needs searches that step back: turn on their trace")

// checkClock returns an error where a search does not have a clock.
func (s *Session) checkClock(c timeline.Clock) error {
	for _, l := range s.Lanes.Active() {
		if c != timeline.Steps && !l.canRewind() {
			return errClock
		}
	}
	return nil
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
