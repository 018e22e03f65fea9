package lens

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"kernelscope/compute/prove"
	"kernelscope/compute/simt"
	"kernelscope/compute/simt/onsimt/latetest"
	"kernelscope/internal/fault"
	"kernelscope/studio"
	uilens "kernelscope/ui/lens"
)

// A look-back whose value and flag are not ordered fails in a trial, and the lens shows the dispatch under the trial's schedule: its
// races, and any workgroup step by step.
func TestFailure(t *testing.T) {
	work := latetest.LookBack(t, "coherent", nil, func([]uint32) error { return nil })
	var err error
	var o prove.Outcome
	for seed := uint64(7); o.Err == nil || o.Weak || o.Count < 20; seed++ { // another order than the usual one
		if o, err = prove.Try(t.Context(), seed, work); err != nil {
			t.Fatal(err)
		}
	}
	if !errors.Is(o.Err, fault.Wrong) || !strings.Contains(o.Err.Error(), "data race") {
		t.Fatal(o.Err)
	}
	in, choices, err := o.Dispatch(t.Context(), work)
	if err != nil || len(choices) == 0 {
		t.Fatalf("%d choices: %v", len(choices), err)
	}
	path := filepath.Join(t.TempDir(), "failure")
	x := Failure{Command: "viewer prove", Text: o.Err.Error(), Width: o.Width, Resident: prove.Resident, Choices: choices}
	if err := x.Save(path, in); err != nil {
		t.Fatal(err)
	}
	w := Open(&studio.Program{}, studio.LensOf{File: path}).(*window)
	t.Cleanup(w.Close)
	settle(t, w)
	if w.panel.Count == nil || w.panel.Count.Width != o.Width || len(w.panel.Count.Events) == 0 || w.panel.Count.Events[0].Kind != simt.Race || !strings.Contains(w.panel.Note, "data race") {
		t.Fatalf("%q, %q: %+v", w.panel.Problem, w.panel.Note, w.panel.Count)
	}
	apply(t, w, uilens.OpenGroup{Number: latetest.Partitions - 1})
	if l := w.panel.Lanes; l == nil || l.Workgroup != latetest.Partitions-1 || w.panel.State.At.Workgroup != latetest.Partitions-1 {
		t.Fatalf("%q: %+v", w.panel.GroupProblem, w.panel.State)
	}
	seen := map[uint32]bool{} // workgroups between two instructions of the last one
	for range 200 {
		apply(t, w, uilens.Step{Unit: simt.Instruction})
		seen[w.panel.State.At.Workgroup] = true
	}
	if len(seen) == 0 {
		t.Error("no step is made")
	}
	if taken, err := w.Apply(uilens.SetWidth{Lanes: 8}); !taken || err == nil {
		t.Errorf("another width: %v, %v", taken, err)
	}
	if command, err := w.Command(); command != "viewer prove" || err != nil {
		t.Errorf("%s: %v", command, err)
	}
	if note := (&Failure{Weak: true}).note(); !strings.Contains(note, "memory is in order") {
		t.Error(fmt.Sprint(note))
	}
}
