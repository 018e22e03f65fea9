package session

import (
	"math"

	"kernelscope/compute"
	"kernelscope/compute/profile"
	"kernelscope/compute/sorting"
	"kernelscope/watch"
)

// Snapshot is the state of a session between two steps, for panels and pictures.
// It is never changed.
type Snapshot struct {
	watch.Common
	Algorithms []sorting.Algorithm // to choose from
	Input      Input
	Lanes      []Lane // one, or two in a comparison
	// Measured is the progress of the measurement before a comparison, 1 at its end.
	Measured float64
	View     View
}

// Measures returns the total costs of the sorts of a comparison; none without a comparison.
func (n *Snapshot) Measures() []watch.Measure {
	if !n.Compare || len(n.Lanes) < 2 {
		return nil
	}
	of := func(number func(*Lane) float64) [2]float64 {
		return [2]float64{number(&n.Lanes[0]), number(&n.Lanes[1])}
	}
	return []watch.Measure{
		{Name: "steps", Help: "Of the whole sort, each a dispatch or more.", Of: of(func(l *Lane) float64 { return float64(len(l.Steps)) })},
		{Name: "GPU time", Help: "Of the whole sort, by timestamps on the device: the median of five runs, after the hardware was busy for a second.", Unit: watch.Milliseconds, Of: of((*Lane).whole)},
		{Name: "keys/s", Help: "Keys divided by this time.", Unit: watch.PerSecond, Of: of(func(l *Lane) float64 { return 1e3 * float64(n.Input.N) / l.whole() })},
		{Name: "longest step", Help: "GPU time of the longest step.", Unit: watch.Milliseconds, Of: of((*Lane).longest)},
	}
}

// whole returns the time of all steps in ms, and NaN while it is not known.
func (l *Lane) whole() float64 {
	if !l.Timed || l.Total <= 0 {
		return math.NaN()
	}
	return l.Total
}

// longest returns the time of the longest step in ms, and NaN while it is not known.
func (l *Lane) longest() (ms float64) {
	for _, s := range l.Steps {
		ms = max(ms, s.MS)
	}
	if !l.Timed {
		return math.NaN()
	}
	return ms
}

// Lane is one running sort.
type Lane struct {
	On        compute.Limits // of the device that runs it
	Algorithm sorting.Algorithm
	Params    []compute.ParamState
	Steps     []StepState
	Position  int           // steps that are done
	Event     compute.Event // of the last one
	Elapsed   float64       // GPU time of all that are done, ms
	Total     float64       // of all, as far as it is known
	Timed     bool          // it is known for all
	Verdict   watch.Verdict // once the sort has ended, or a pass was wrong
	Wrong     *WrongPass    // the first wrong pass so far; nil if there is none
	Keys      []uint32      // words of the keys as they are now, where these are at most Few
	Trail     [][]uint32    // few keys before the first step of a network, and after each that is done
	Places    []int         // of each key of the input, its place now; nil if keys cannot be followed
	Followed  *Followed     // the key that is followed; nil if there is none
	From      []int         // of each place, where its key was before the last step, if that moved few keys by a digit
	Table     *Table        // of the digit of the last step, if it has one that is not too large
}

// Done reports whether the sort has ended.
func (l *Lane) Done() bool { return l.Position == len(l.Steps) }

// StepState is a step with the time that it takes.
type StepState struct {
	sorting.Step
	MS float64 // GPU time: the median of the measurements; 0 before
	// Kernels are its dispatches, of the last time that they were timed; nil if they were not.
	Kernels []profile.Row
}

// Now returns the step that led to the present state; ok is false before the first one.
func (l *Lane) Now() (step StepState, ok bool) {
	if l.Position == 0 {
		return step, false
	}
	return l.Steps[l.Position-1], true
}

// Digit returns the step of the current digit: the last step if it moved keys, otherwise the
// next one that will. ok is false for sorts without digits.
func (l *Lane) Digit() (step StepState, ok bool) {
	for _, s := range l.Steps[max(0, l.Position-1):] {
		if s.Bits > 0 {
			return s, true
		}
	}
	return step, false
}
