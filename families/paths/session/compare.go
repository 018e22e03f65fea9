package session

import (
	"errors"
	"math"
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/sssp"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// errClock is what a clock other than steps gives for a search that only goes forward.
var errClock = errors.New("a clock other than steps needs searches that step back: turn on their trace")

// checkClock returns an error where a search does not have a clock.
func (s *Session) checkClock(c timeline.Clock) error {
	for i := range s.Lanes.Active() {
		if err := s.clockFor(s.Chosen[i].Algorithm, c); err != nil {
			return err
		}
	}
	return nil
}

// clockFor returns an error where an algorithm does not have a clock.
func (s *Session) clockFor(a sssp.Algorithm, c timeline.Clock) error {
	switch about := a.About(); {
	case c != timeline.Steps && about.Varies && !s.traced:
		return errClock
	case c == timeline.Progress && about.Unsettled != "":
		return fault.Usage.Errorf("%s has no settled distance, which the clock is to show: %s", a.Title(), about.Unsettled)
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
		{Name: "steps", Help: "Steps so far: " + n.Lane.StepIs() + ", and " + n.Other.StepIs() + ".", Of: of(func(l *Lane) float64 { return float64(l.Event.Step) })},
		{Name: "time", Help: "Of the steps so far: by timestamps on the device, or by the clock of the host for a search there.", Unit: watch.Milliseconds, Of: of((*Lane).Took)},
		{Name: "relaxed", Help: "Edges relaxed so far.", Of: of(func(l *Lane) float64 { return float64(l.Event.Relaxed) })},
		{Name: "improved", Help: "Edges that shortened a distance.", Of: of(func(l *Lane) float64 { return float64(l.Event.Improved) })},
		{Name: "idle", Help: "Dispatches of a run that do nothing, of all in its submissions so far: rounds that are left of a batch. A search that is watched makes one step after another.", Unit: watch.Share, Of: of((*Lane).idle)},
		{Name: "efficiency", Help: "Edges that Dijkstra's algorithm relaxes, divided by those relaxed here. Known when a search is verified.", Unit: watch.Share, Of: of((*Lane).efficiency)},
	}
}

// Batches returns the submissions of a run with the values of the search that is watched, as far as its steps are known.
func (l *Lane) Batches() []sssp.Submitted {
	v := compute.Values{}
	for _, p := range l.Params {
		v[p.Name] = p.Value
	}
	return sssp.Submissions(l.Algorithm, v, l.Sizes, l.Whole)
}

// idle returns the share of the dispatches that do nothing in a run, in the submissions so far.
func (l *Lane) idle() float64 {
	all, idle := 0, 0
	for _, s := range l.Batches() {
		if all > 0 && s.Step > int(l.Event.Step) {
			break
		}
		all, idle = all+s.Dispatches, idle+s.Idle
	}
	return float64(idle) / float64(all)
}

// Took returns the time so far, in ms: on the device, or of the host for a search there.
func (l *Lane) Took() float64 {
	if l.Algorithm.About().OnHost {
		return l.Event.Wall
	}
	return l.Event.GPU
}

// StepIs says what a step is.
func (l *Lane) StepIs() string {
	if i := slices.IndexFunc(l.Params, func(p compute.ParamState) bool { return p.Name == sssp.Batch }); l.Algorithm.About().OnHost && i >= 0 {
		return format.Count(int(l.Params[i].Value), "settled node")
	}
	return "a round"
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
