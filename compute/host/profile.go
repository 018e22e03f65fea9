package host

import (
	"time"

	"kernelscope/compute"
	"kernelscope/internal/clock"
)

var _ compute.Profiler = (*Host)(nil)

// profile records the dispatches of the host and their times.
type profile struct {
	note func(compute.Submission) // nil if not profiling
	zero clock.Moment             // start of the profile
	open compute.Submission       // current submission
}

// Profile starts to call note for each submission.
func (p *profile) Profile(note func(compute.Submission)) {
	*p = profile{note: note, zero: clock.Now()}
}

// Tell passes what dispatches have moved to the profile.
func (p *profile) Tell(moved func() map[string]int64) {
	if p.note != nil {
		p.note(compute.Submission{Moved: moved()})
	}
}

// dispatched records a dispatch that has just ended.
func (p *profile) dispatched(c compute.Call, g compute.Grid, begin clock.Moment) {
	if p.note == nil {
		return
	}
	p.open.Dispatches = append(p.open.Dispatches, compute.Dispatched{
		Kernel: c.Program.Name, Grid: g, Begin: time.Duration(begin - p.zero), End: clock.Since(p.zero), Bytes: c.Moved(g),
	})
}

// end ends the current submission and reports it if it has dispatches.
func (p *profile) end() {
	s := p.open
	p.open = compute.Submission{Name: "encoded work"}
	if n := len(s.Dispatches); p.note != nil && n > 0 {
		s.Begin, s.End = s.Dispatches[0].Begin, s.Dispatches[n-1].End
		p.note(s)
	}
}
