package lens

import (
	"encoding/gob"
	"errors"
	"io"

	"kernelscope/compute/simt"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/compute/simt/schedule"
	"kernelscope/internal/output"
	uilens "kernelscope/ui/lens"
	"kernelscope/watch"
)

// Failure is why a dispatch is looked into in which a trial fails, and the schedule that repeats it.
type Failure struct {
	Command  string // that repeats the trial
	Text     string
	Width    int // lanes of a subgroup
	Weak     bool
	Resident int // workgroups in execution together
	Choices  []schedule.Choice
}

// Save writes a dispatch that fails to a file that a window may show.
func (x Failure) Save(path string, in *onsimt.Inputs) error {
	f := found{Dispatches: []dispatched{{Kernel: in.Kernel, Number: 1, Grid: in.Grid}}, Inputs: in, Failure: &x}
	return output.File(path, func(w io.Writer) error { return gob.NewEncoder(w).Encode(f) })
}

// recorder executes the dispatch under its schedule.
func (x *Failure) recorder() simt.Recorder {
	return simt.Recorder{Bounds: simt.Bounds{Steps: 1 << 26}, Scheduler: &schedule.Replay{Choices: x.Choices}, Resident: x.Resident, Fine: true}
}

// note describes the failure.
func (x *Failure) note() string {
	if x.Weak {
		return x.Text + ". The schedule is the trial's; memory is in order here, and was weak there."
	}
	return x.Text
}

// refuse refuses what would show another dispatch than the one that fails.
func (f *found) refuse(a watch.Action) error {
	if f == nil || f.Failure == nil {
		return nil
	}
	switch a.(type) {
	case uilens.SetCounted, uilens.SetWidth, uilens.Choose:
		return errors.New("a trial that fails has this dispatch and this width alone")
	}
	return nil
}
