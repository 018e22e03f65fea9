package watch

import (
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/profile"
)

// Profiler collects what the backends of a session dispatch, step by step. Nil collects nothing.
type Profiler struct {
	backends    []compute.Profiler
	last        compute.Profiler     // that has dispatched
	submissions []compute.Submission // since the last step
	parts       []profile.Part
	dispatches  int // of parts
}

// NewProfiler begins to time each dispatch on both sides; nil if the first one has no times.
func NewProfiler(sides Sides) *Profiler {
	if _, ok := sides[0].(compute.Profiler); !ok {
		return nil
	}
	p := &Profiler{}
	p.Observe(sides)
	return p
}

// Observe collects from the backends of both sides, in place of another profiler or of other backends.
func (p *Profiler) Observe(sides Sides) {
	if p == nil {
		return
	}
	p.backends = nil
	for _, be := range sides {
		b, ok := be.(compute.Profiler)
		if !ok || slices.Contains(p.backends, b) {
			continue
		}
		p.backends, p.last = append(p.backends, b), b
		b.Profile(func(x compute.Submission) { p.note(b, x) })
	}
}

// Stop stops collecting.
func (p *Profiler) Stop() {
	if p != nil {
		for _, b := range p.backends {
			b.Profile(nil)
		}
	}
}

// Bounds of the kept submissions that belong to no step, such as submissions of experiments, and of
// the kept dispatches for Parts.
const (
	maxSubmissions = 1 << 14
	maxDispatches  = 1 << 18
)

// note collects a submission.
func (p *Profiler) note(of compute.Profiler, x compute.Submission) {
	p.last = of
	if len(p.submissions) < maxSubmissions {
		p.submissions = append(p.submissions, x)
	}
}

// Drop discards the dispatches since the last step.
func (p *Profiler) Drop() {
	if p != nil {
		p.submissions = nil
	}
}

// Take ends a step of a name, or work that belongs to none, which has number 0, and returns the work of each kernel.
func (p *Profiler) Take(step int, name string) []profile.Row {
	if p == nil {
		return nil
	}
	part := profile.Part{Device: p.last.Limits().Device, Name: name, Step: step, Submissions: p.submissions}
	p.submissions = nil
	for _, s := range part.Submissions {
		p.dispatches += len(s.Dispatches)
	}
	if p.dispatches <= maxDispatches {
		p.parts = append(p.parts, part)
	}
	return profile.Rows([]profile.Part{part})
}

// Parts returns the steps that were taken, the first ones of very many, for a trace.
func (p *Profiler) Parts() []profile.Part {
	if p == nil {
		return nil
	}
	return slices.Clip(p.parts)
}
