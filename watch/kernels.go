package watch

import (
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/profile"
)

// Kernels collects the dispatches of a backend, step by step. A nil Kernels collects nothing.
type Kernels struct {
	be          compute.Profiler
	submissions []compute.Submission // since the last step
	parts       []profile.Part
	dispatches  int // of parts
}

// NewKernels begins to time each dispatch of a backend; nil if the backend has no times.
func NewKernels(be compute.Backend) *Kernels {
	p, ok := be.(compute.Profiler)
	if !ok {
		return nil
	}
	k := &Kernels{}
	k.On(p)
	return k
}

// On collects from a backend in place of another collector, or from another backend if the
// previous one was lost.
func (k *Kernels) On(be compute.Backend) {
	if p, ok := be.(compute.Profiler); ok && k != nil {
		k.be = p
		p.Profile(k.note)
	}
}

// Switch stops collecting and, if on, begins again: it returns the new collector of a backend.
func (k *Kernels) Switch(be compute.Backend, on bool) *Kernels {
	if k.Stop(); on {
		return NewKernels(be)
	}
	return nil
}

// Stop stops collecting.
func (k *Kernels) Stop() {
	if k != nil {
		k.be.Profile(nil)
	}
}

// Bounds of the kept submissions that belong to no step, such as those of experiments, and of
// the kept dispatches for Parts.
const (
	mostSubmissions = 1 << 14
	mostDispatches  = 1 << 18
)

// note collects a submission.
func (k *Kernels) note(x compute.Submission) {
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
	part := profile.Part{Device: k.be.Limits().Device, Name: name, Submissions: k.submissions}
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
