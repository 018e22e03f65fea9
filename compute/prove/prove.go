// Package prove carries out work on the interpreter under schedules, widths of subgroups and orders of memory that a device may
// choose, each drawn from a seed, and shrinks the schedules under which it fails.
//
// It does not reorder loads and stores of images, and does not vary times.
package prove

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"kernelscope/compute"
	"kernelscope/compute/simt"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/compute/simt/schedule"
	"kernelscope/internal/fault"
)

// Work carries out an algorithm on an interpreter and verifies its result. A wrong result is an error that wraps fault.Wrong.
type Work func(ctx context.Context, i *onsimt.Interpreter) error

// Setting is what a device chooses.
type Setting struct {
	Schedule string // of schedule.Kinds
	Width    int    // lanes of a subgroup
	Weak     bool   // loads and stores are out of order where Vulkan permits
	Wider    bool   // indirect dispatches have one workgroup more than they should
	Narrow   bool   // a row of a grid has at most two workgroups, and a workgroup at most 128 invocations
	Hasty    bool   // a workgroup does without the word of another one after a look in vain
	Hardware bool   // it is a GPU, for which algorithms choose other sizes
	seed     uint64
}

// String describes a setting.
func (s Setting) String() string {
	out := fmt.Sprintf("%d lanes, %s", s.Width, s.Schedule)
	if s.Weak {
		out += ", weak memory"
	}
	if s.Wider {
		out += ", a workgroup too many"
	}
	if s.Narrow {
		out += fmt.Sprintf(", rows of %d workgroups", row)
	}
	if s.Hasty {
		out += ", no patience"
	}
	if s.Hardware {
		out += ", sizes of a GPU"
	}
	return out
}

// widths are the numbers of lanes that are tried, the most common first; 1 selects the variants without subgroup operations.
var widths = []int{32, 64, 16, 8, 4, 128, 1}

// looks is how often a workgroup looks in vain for a word of another one before it does without. A schedule may make it look
// as often as it can, and a device's thousand looks would be most of the work.
const looks = 16

// row is the number of workgroups in a row of a narrow grid.
const row = 2

// least is the greatest number of invocations of a workgroup that every device allows (Vulkan specification, Required Limits).
const least = 128

// Resident is the number of workgroups in execution together.
const Resident = 16

// Bounds end a trial whose work is never done.
type Bounds struct {
	Dispatches int   // with workgroups; 64 times as many without
	Steps      int64 // lane-instructions, also of one dispatch: workgroups that wait for ever reach them
}

// usual bounds are far above what trials of this program's algorithms need.
var usual = Bounds{1 << 14, 1 << 31}

// maxSteps is the greatest number of lane-instructions of a dispatch.
const maxSteps = 1 << 28

// maxShrunk is the greatest number of lane-instructions to shrink a failure.
const maxShrunk = 1 << 28

// Plain is the first of the seeds whose trials have no other schedule than in order, and consistent memory.
const Plain = 1 << 32

// PlainTrials is the number of them whose work is compared with the work known before.
const PlainTrials = 32

// IsSameWork reports whether the work of a plain trial, in lane-instructions, is what it was, within a hundredth.
func IsSameWork(was, is int64) bool { return 100*max(was-is, is-was) <= was }

// Draw returns the setting of a seed. The first seeds have each width in order.
func Draw(seed uint64) Setting {
	if seed >= Plain {
		n := seed - Plain
		return Setting{Schedule: "order", Width: widths[n%uint64(len(widths)-1)], Narrow: n%4 == 1, Hardware: n%8 == 2, seed: seed} // without 1
	}
	if seed < uint64(len(widths)) {
		return Setting{Schedule: "order", Width: widths[seed], seed: seed}
	}
	rnd := rand.New(rand.NewPCG(seed, 1))
	kinds := schedule.Kinds()
	return Setting{Schedule: kinds[rnd.IntN(len(kinds))], Width: widths[rnd.IntN(len(widths))], Weak: rnd.IntN(2) == 0, Wider: rnd.IntN(4) == 0,
		Narrow: rnd.IntN(4) == 0, Hasty: rnd.IntN(4) == 0, Hardware: rnd.IntN(3) == 0, seed: seed}
}

// Outcome is how a trial ended.
type Outcome struct {
	Setting
	Err        error // nil if the work is right
	Dispatches int
	Steps      int64             // lane-instructions
	Count      int               // of choices
	Choices    []schedule.Choice // the first of them
	At         []simt.SubgroupAt // the subgroup of each choice
	Last       string            // the kernel that ran last
}

// Try carries out work under the setting and the schedule of a seed. An error means that this is not a trial: the context ended, or
// the work refuses its arguments, perhaps at this width only.
func Try(ctx context.Context, seed uint64, work Work) (Outcome, error) {
	return TryWithin(ctx, seed, usual, work)
}

// TryWithin is Try with other bounds.
func TryWithin(ctx context.Context, seed uint64, b Bounds, work Work) (Outcome, error) {
	set := Draw(seed)
	s, err := schedule.New(set.Schedule, rand.New(rand.NewPCG(seed, 2)))
	if err != nil {
		return Outcome{}, err
	}
	return set.try(ctx, s, b, work)
}

// try returns how work ends; an error is the context's, or the work's if it refuses its arguments at this width. Work that
// exceeds the bounds does not end.
func (s Setting) try(ctx context.Context, scheduler simt.Scheduler, b Bounds, work Work) (Outcome, error) {
	out, r := Outcome{Setting: s}, &schedule.Recorded{Scheduler: scheduler}
	i := onsimt.New(s.Width)
	i.Strict, i.Mirrored, i.Wider, i.Looks, i.Hardware = true, true, s.Wider, looks, s.Hardware
	if s.Hasty {
		i.Looks = 1
	}
	i.Machine.Scheduler, i.Machine.Resident = r, Resident
	if s.Narrow {
		i.Row, i.Workgroup = row, least
	}
	if s.Weak {
		i.Machine.Weak = rand.New(rand.NewPCG(s.seed, 4))
	}
	i.Machine.Fine = true
	inner, stop := context.WithCancel(ctx)
	defer stop()
	i.Until, i.Machine.Bounds.Steps = inner, min(maxSteps, b.Steps)
	i.Machine.Observe = simt.Observe{Races: true, Uninitialized: true}
	i.Before = func(_ compute.Grid, c compute.Call, _ [][]uint32) {
		if out.Dispatches, out.Last = out.Dispatches+1, c.Program.Name; out.Dispatches > b.Dispatches || i.Machine.Steps > b.Steps {
			stop()
		}
	}
	idle := 0
	i.Idle = func() error {
		if idle++; idle > 64*b.Dispatches {
			return fmt.Errorf("%w: it does not end: more than %d dispatches without workgroups", fault.Wrong, 64*b.Dispatches)
		}
		return nil
	}
	err := work(inner, i)
	if ctx.Err() != nil {
		return out, ctx.Err()
	}
	if inner.Err() != nil {
		err = fmt.Errorf("%w: it does not end: more than %d dispatches, or %d lane-instructions", fault.Wrong, b.Dispatches, b.Steps)
	}
	if err != nil && !errors.Is(err, fault.Wrong) && !errors.Is(err, simt.ErrSteps) {
		return out, err
	}
	out.Err, out.Count, out.Choices, out.At, out.Steps = err, r.Count, r.Choices, r.At, i.Machine.Steps
	return out, nil
}

// Dispatch carries out the work of a failure again. It returns the last dispatch, and the choices in it.
func (o Outcome) Dispatch(ctx context.Context, work Work) (in *onsimt.Inputs, choices []schedule.Choice, err error) {
	n := 0
	_, err = o.try(ctx, &schedule.Replay{Choices: o.Choices}, usual, func(ctx context.Context, i *onsimt.Interpreter) error {
		before, made := i.Before, i.Machine.Scheduler.(*schedule.Recorded)
		i.Before = func(g compute.Grid, c compute.Call, buffers [][]uint32) {
			before(g, c, buffers)
			if n++; n != o.Dispatches {
				return
			}
			in, choices = onsimt.Capture(g, c, buffers), o.Choices[min(made.Count, len(o.Choices)):]
		}
		return work(ctx, i)
	})
	if err == nil && in == nil {
		err = fmt.Errorf("%w: the trial has no dispatch to look into", fault.Usage)
	}
	return in, choices, err
}

// Shrink returns a failure with fewer choices that are not in order, after some trials. It stops after maxShrunk instructions:
// trials that do not end take many.
func (o Outcome) Shrink(ctx context.Context, trials int, work Work) (Outcome, error) {
	best := o
	steps := int64(0)
	var stopped error
	schedule.Shrink(o.Choices, trials, func(c []schedule.Choice) bool {
		if stopped != nil || steps > maxShrunk {
			return false
		}
		got, err := o.try(ctx, &schedule.Replay{Choices: c}, usual, work)
		steps += got.Steps
		if err != nil || got.Err == nil {
			stopped = ctx.Err() // otherwise the work gives up under this schedule, and fails no more
			return false
		}
		best = got
		return true
	})
	return best, stopped
}
