package session

import (
	"fmt"
	"math"

	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/profile"
	"kernelscope/internal/format"
	"kernelscope/scene/clipseq"
	"kernelscope/watch"
)

// Snapshot is the state of a session between two steps, for panels and pictures.
// It is never changed.
type Snapshot struct {
	watch.Common
	Forms []clip.Form // to choose from
	Input Input
	// Sequence is the matched sequence, and Heights are pushes less pops before each element, and
	// after the last one. Version changes with the sequence.
	Sequence clipseq.Sequence
	Heights  []int32
	Depth    int // most pushes that are open at a time
	Version  int

	Lane          // the first run
	Other   *Lane // the one that it is compared with; nil without a comparison
	Element int   // that is shown, -1 for none
	View    View
}

// Lane is the state of a form that has matched the sequence.
type Lane struct {
	On      compute.Limits // of the device that runs it
	Form    clip.Form
	Params  []compute.ParamState
	Run     *Run // nil before the first one
	Verdict watch.Verdict
	// MS is the GPU time of a run without a trace: the median of Runs; 0 while there is
	// none.
	MS    float64
	Runs  int
	Timed bool // there will be no more
	// Kernels are the dispatches of a run without a trace; nil if they are not timed.
	Kernels []profile.Row

	Position int           // steps that are done
	Length   int           // steps that there are
	Event    compute.Event // of the last step
	// States are the states of partitions after these steps.
	States []State
	// Shown is the partition whose walk is shown, -1 for none; Pinned says that somebody
	// has chosen it.
	Shown  int
	Pinned bool
}

// Chosen returns the values that the user has chosen, without those that the form chose.
func (l *Lane) Chosen() compute.Values {
	v := compute.Values{}
	for _, p := range l.Params {
		if !p.IsAuto {
			v[p.Name] = p.Value
		}
	}
	return v
}

// Snapshot returns the present state.
func (s *Session) Snapshot() *Snapshot {
	n := &Snapshot{
		Common: s.Common(), Forms: s.Algorithms, Input: s.input, Sequence: s.sequence, Heights: s.heights, Depth: s.depth, Version: s.version,
		Lane: s.state(0), Element: s.element, View: s.view,
	}
	if s.Compared {
		other := s.state(1)
		n.Other = &other
	}
	return n
}

// Lanes returns the shown runs: one, or two that are compared.
func (s *Snapshot) Lanes() []*Lane {
	if s.Other == nil {
		return []*Lane{&s.Lane}
	}
	return []*Lane{&s.Lane, s.Other}
}

// Measures returns the total costs of the runs of a comparison; none without a comparison.
func (s *Snapshot) Measures() []watch.Measure {
	if s.Other == nil || s.Run == nil || s.Other.Run == nil {
		return nil
	}
	of := func(number func(*Lane) float64) [2]float64 { return [2]float64{number(&s.Lane), number(s.Other)} }
	return []watch.Measure{
		{Name: "GPU time", Help: "By timestamps on the device: the median of untraced runs, all steps in one submission.", Unit: watch.Milliseconds, Of: of((*Lane).gpu)},
		{Name: "elements/s", Help: "Elements divided by this time.", Unit: watch.PerSecond, Of: of(func(l *Lane) float64 { return 1e3 * float64(len(s.Sequence.Elements)) / l.gpu() })},
		{Name: "steps", Help: "Events of a look-back; dispatches of a tree, and levels.", Of: of(func(l *Lane) float64 { return float64(l.Length) })},
		{Name: "partitions", Help: "Each belongs to a workgroup.", Of: of(func(l *Lane) float64 { return float64(len(l.Run.Partitions)) })},
		{Name: "looks", Help: "Partitions that all walks have looked at. A tree has no walks.", Of: of((*Lane).looks)},
		{Name: "back-links", Help: "Back-links that all walks have followed. A tree has no walks.", Of: of((*Lane).followed)},
	}
}

// gpu returns the time of a run in ms, and NaN while it is not known.
func (l *Lane) gpu() float64 {
	if l.MS <= 0 {
		return math.NaN()
	}
	return l.MS
}

// looks counts the looks of all walks; NaN for a tree, which has none.
func (l *Lane) looks() (n float64) {
	if l.Run.Tree != nil {
		return math.NaN()
	}
	for _, p := range l.Run.Partitions {
		n += float64(p.Looks)
	}
	return n
}

// followed counts the back-links of all walks; NaN for a tree, which has none.
func (l *Lane) followed() float64 {
	if l.Run.Tree != nil {
		return math.NaN()
	}
	return float64(l.Run.Counters.Followed)
}

// actor is the partition that has acted last; in the end the one that has looked at most
// others.
func (l *Lane) actor() int {
	if l.Run.Tree != nil {
		return -1
	}
	if e, ok := l.Last(); ok && l.Position < l.Length {
		return e.Partition
	}
	return l.Run.Longest()
}

// Last returns the event of the last step; ok is false if there is none.
func (l *Lane) Last() (e clip.Event, ok bool) {
	if l.Run == nil || l.Position == 0 || l.Position > len(l.Run.Events) {
		return e, false
	}
	return l.Run.Events[l.Position-1], true
}

// Walk returns the events so far of the shown partition.
func (l *Lane) Walk() []clip.Event {
	if l.Run == nil || l.Shown < 0 {
		return nil
	}
	return l.Run.Of(l.Shown, l.Position)
}

// Reduced returns the levels of the shown partition, and the number completed so far; none if
// the form does not reduce in place, or they were not kept.
func (l *Lane) Reduced() (levels []clip.Level, made int) {
	if l.Run == nil || l.Shown < 0 || l.Shown >= len(l.Run.Levels) {
		return nil, 0
	}
	for _, e := range l.Walk() {
		if e.Kind == clip.Combines {
			made = max(made, e.Other+1)
		}
	}
	return l.Run.Levels[l.Shown], made
}

// Story returns a sentence about the last step.
func (l *Lane) Story() string {
	switch {
	case l.Position == 0:
		return "No partition has started, and no pop knows its push."
	case l.Position == l.Length:
		return "Every partition is linked: each pop knows its push."
	case l.Run.Tree != nil:
		return fmt.Sprintf("Step %d of %d: %s.", l.Position, l.Length, l.Event.Title)
	}
	return fmt.Sprintf("%s of %s partitions are linked: %s.", format.Thousands(int(l.Event.Fact("linked"))), format.Thousands(len(l.Run.Partitions)), l.Event.Title)
}

// Rate returns the matched elements per second, 0 while unknown.
func (l *Lane) Rate(elements int) float64 {
	if l.MS <= 0 {
		return 0
	}
	return 1e3 * float64(elements) / l.MS
}
