package sorts

import (
	"kernelscope/compute"
	"kernelscope/compute/sorting"
	"kernelscope/timeline"
	"kernelscope/watch"
)

// Snapshot is the state of a session between two steps, for panels and pictures.
// It is never changed.
type Snapshot struct {
	Device     compute.Limits
	Algorithms []sorting.Algorithm // to choose from
	Input      Input
	Lanes      []Lane // one, or two in a race

	Race bool
	Time timeline.State // in a race on the clock of device time, ms
	// Measured is how far the measurement that comes before a race is, 1 at its end.
	Measured float64
	View     View
}

// Lane is one sort at work.
type Lane struct {
	Algorithm sorting.Algorithm
	Params    []compute.ParamState
	Steps     []StepState
	Position  int           // steps that are done
	Elapsed   float64       // GPU time of these, ms
	Total     float64       // of all, as far as it is known
	Timed     bool          // it is known for all
	Verdict   watch.Verdict // once the sort has ended
}

// Done reports whether the sort has ended.
func (l *Lane) Done() bool { return l.Position == len(l.Steps) }

// StepState is a step with the time that it takes.
type StepState struct {
	sorting.Step
	MS float64 // GPU time: the median of what was measured; 0 while it is not
}

// Now returns the step that has led to the present state; ok is false before the
// first one.
func (l *Lane) Now() (step StepState, ok bool) {
	if l.Position == 0 {
		return step, false
	}
	return l.Steps[l.Position-1], true
}

// Digit returns the step whose digit matters now: the last one, if it has moved keys
// by one, or else the next one that will. ok is false for sorts without digits.
func (l *Lane) Digit() (step StepState, ok bool) {
	for _, s := range l.Steps[max(0, l.Position-1):] {
		if s.Bits > 0 {
			return s, true
		}
	}
	return step, false
}
