package ref

import (
	"time"

	"kernelscope/clock"
	"kernelscope/compute"
)

var _ compute.Profiler = (*Host)(nil)

// profile tells what the host has executed, by its clock.
type profile struct {
	note func(compute.Submission) // nil for none
	zero clock.Moment             // when the profile began
	open compute.Submission       // in progress
}

// Profile calls note with what the host has executed.
func (p *profile) Profile(note func(compute.Submission)) {
	*p = profile{note: note, zero: clock.Now()}
}

// dispatched notes a dispatch that has just ended.
func (p *profile) dispatched(c compute.Call, g compute.Grid, begin clock.Moment) {
	if p.note == nil {
		return
	}
	p.open.Dispatches = append(p.open.Dispatches, compute.Dispatched{
		Kernel: c.Program.Name, Grid: g, Begin: time.Duration(begin - p.zero), End: clock.Since(p.zero), Bytes: c.Moved(g),
	})
}

// end ends the submission in progress, unless nothing was dispatched in it.
func (p *profile) end() {
	s := p.open
	p.open = compute.Submission{Name: "encoded work"}
	if n := len(s.Dispatches); p.note != nil && n > 0 {
		s.Begin, s.End = s.Dispatches[0].Begin, s.Dispatches[n-1].End
		p.note(s)
	}
}
