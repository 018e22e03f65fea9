package sorts

import (
	session "kernelscope/session/sorts"
	"kernelscope/ui"
)

// dock is how much of the picture's foot the plots hide, in pixels.
func (u *panel) dock(s state) int {
	if !s.Profiled || !s.View.Panels || len(s.Lanes) == 0 {
		return 0
	}
	return u.DockHeight()
}

// why builds the plots of the first sort: what its kernels take and move, step by step.
func (u *panel) why(s state) {
	if u.dock(s) == 0 {
		return
	}
	l := s.Lanes[0]
	d := dispatches(l)
	u.Dock(s.Width, s.Height, s.Time, len(d.Ends), []ui.Plot{u.GPUTime(d, s.Steady), u.Moved(d)}, nil, 0, nil)
}

// dispatches are those of the steps that were made while they were timed.
func dispatches(l session.Lane) (d ui.Dispatches) {
	for i, step := range l.Steps {
		if step.Kernels == nil {
			break
		}
		d.Ends, d.Rows = append(d.Ends, i+1), append(d.Rows, step.Kernels)
	}
	return d
}
