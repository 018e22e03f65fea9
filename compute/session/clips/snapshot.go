package clips

import (
	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/scene/clipseq"
	"kernelscope/timeline"
	"kernelscope/watch"
)

// Snapshot is the state of a session between two steps, for panels and pictures.
// It is never changed.
type Snapshot struct {
	Device compute.Limits
	Forms  []clip.Form // to choose from
	Form   clip.Form
	Params []compute.ParamState
	Input  Input
	// Sequence is what is matched, and Heights are pushes less pops before each element,
	// and behind the last one. Another Version is another sequence.
	Sequence clipseq.Sequence
	Heights  []int32
	Depth    int // most pushes that are open at a time
	Version  int

	Run     *Run // nil before the first one
	Verdict watch.Verdict
	// MS is the GPU time of a run without a trace: the median of so many; 0 while
	// there is none.
	MS    float64
	Runs  int
	Timed bool // there will be no more

	Position int // steps that are done
	Length   int // steps that there are
	// States are those of partitions after these steps.
	States []State
	// Shown is the partition whose walk is shown, -1 for none; Pinned says that somebody
	// has chosen it.
	Shown   int
	Pinned  bool
	Element int // that is shown, -1 for none

	Time timeline.State
	View View
}

// Last returns the event of the last step; ok is false where there is none.
func (s *Snapshot) Last() (e clip.Event, ok bool) {
	if s.Run == nil || s.Position == 0 || s.Position > len(s.Run.Events) {
		return e, false
	}
	return s.Run.Events[s.Position-1], true
}

// Walk returns what the partition that is shown has done by now.
func (s *Snapshot) Walk() []clip.Event {
	if s.Run == nil || s.Shown < 0 {
		return nil
	}
	return s.Run.Of(s.Shown, s.Position)
}

// Rate returns how many elements are matched in a second, 0 while that is not known.
func (s *Snapshot) Rate() float64 {
	if s.MS <= 0 {
		return 0
	}
	return 1e3 * float64(len(s.Sequence.Elements)) / s.MS
}
