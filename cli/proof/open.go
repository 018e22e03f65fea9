package proof

import (
	"context"
	"fmt"
	"os"

	"kernelscope/cli/lens"
	"kernelscope/compute/prove"
	"kernelscope/studio"
)

// open looks into the last dispatch of a failure in a window.
func (h Host) open(ctx context.Context, t tally) error {
	x := t.Failure
	in, choices, err := x.Outcome.Dispatch(ctx, t.Work(h, x.Seed))
	if err != nil {
		return err
	}
	f, err := os.CreateTemp("", "kernelscope-*.dispatch")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if err := f.Close(); err != nil {
		return err
	}
	name := t.Name
	if name == t.Line { // a run command
		name = "-- " + t.Line
	}
	command := fmt.Sprintf("viewer prove --seed %d --runs 1 %s", x.Seed, name)
	o := x.Outcome
	if err := (lens.Failure{Command: command, Text: o.Err.Error(), Width: o.Width, Weak: o.Weak, Resident: prove.Resident, Choices: choices}).Save(f.Name(), in); err != nil {
		return err
	}
	h.Inside = f.Name()
	return h.Window(ctx, func(studio.Host) error { return nil })
}
