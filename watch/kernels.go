package watch

import (
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/profile"
)

// Kernels collects what the backends of a session dispatch, step by step. Nil collects nothing.
type Kernels struct {
	on          []compute.Profiler
	last        compute.Profiler     // that has dispatched
	submissions []compute.Submission // since the last step
	parts       []profile.Part
	dispatches  int // of parts
}

// NewKernels begins to time each dispatch of backends; nil if the first one has no times.
func NewKernels(on Sides) *Kernels {
	if _, ok := on[0].(compute.Profiler); !ok {
		return nil
	}
	k := &Kernels{}
	k.On(on)
	return k
}

// On collects from backends in place of another collector, or from others than before, where one
// was lost or given up.
func (k *Kernels) On(sides Sides) {
	if k == nil {
		return
	}
	k.on = nil
	for _, be := range sides {
		p, ok := be.(compute.Profiler)
		if !ok || slices.Contains(k.on, p) {
			continue
		}
		k.on, k.last = append(k.on, p), p
		p.Profile(func(x compute.Submission) { k.note(p, x) })
	}
}

// Switch ends that and, if on, begins anew: it returns what collects from backends from now on.
func (k *Kernels) Switch(sides Sides, on bool) *Kernels {
	if k.Stop(); on {
		return NewKernels(sides)
	}
	return nil
}

// Try is Switch for a session that is made again by do. If do fails, all stays as it was.
func (k *Kernels) Try(sides Sides, on bool, do func(*Kernels) error) error {
	next := k.Switch(sides, on)
	err := do(next)
	if err != nil {
		next.Stop()
		k.On(sides)
	}
	return err
}

// Move collects from other backends, on which do makes a session again. If do fails, all stays
// as it was.
func (k *Kernels) Move(from, to Sides, do func() error) error {
	k.On(to)
	err := do()
	if err != nil {
		k.On(from)
	}
	return err
}

// Stop stops collecting.
func (k *Kernels) Stop() {
	if k != nil {
		for _, p := range k.on {
			p.Profile(nil)
		}
	}
}

// Bounds of the kept submissions that belong to no step, such as those of experiments, and of
// the kept dispatches for Parts.
const (
	mostSubmissions = 1 << 14
	mostDispatches  = 1 << 18
)

// note collects a submission.
func (k *Kernels) note(of compute.Profiler, x compute.Submission) {
	k.last = of
	if len(k.submissions) < mostSubmissions {
		k.submissions = append(k.submissions, x)
	}
}

// Drop discards the dispatches since the last step.
func (k *Kernels) Drop() {
	if k != nil {
		k.submissions = nil
	}
}

// Take ends a step of a name, and returns the work of each kernel.
func (k *Kernels) Take(name string) []profile.Row {
	if k == nil {
		return nil
	}
	part := profile.Part{Device: k.last.Limits().Device, Name: name, Submissions: k.submissions}
	k.submissions = nil
	for _, s := range part.Submissions {
		k.dispatches += len(s.Dispatches)
	}
	if k.dispatches <= mostDispatches {
		k.parts = append(k.parts, part)
	}
	return profile.Rows([]profile.Part{part})
}

// Parts returns the steps that were taken, the first ones of very many, for a trace.
func (k *Kernels) Parts() []profile.Part {
	if k == nil {
		return nil
	}
	return slices.Clip(k.parts)
}
