package view

import (
	"kernelscope/families/sorts/session"
	"kernelscope/ui"
)

// dock returns the height of the plots at the foot of the picture in pixels.
func (u *panel) dock(s state) int {
	if !s.Profiled || !u.Panels || len(s.Lanes) == 0 {
		return 0
	}
	return u.DockHeight()
}

// why builds the plots of the first sort: time and transferred bytes of its kernels by step.
func (u *panel) why(s state) {
	if u.dock(s) == 0 {
		return
	}
	l := s.Lanes[0]
	d := dispatches(l)
	u.Dock(s.Width, s.Height, s.Time, len(d.Ends), []ui.Plot{u.GPUTime(d, s.Steady), u.Moved(d)}, nil, 0, nil)
}

// dispatches returns the dispatches of the steps performed while timing was on.
func dispatches(l session.Lane) (d ui.Dispatches) {
	for i, step := range l.Steps {
		if step.Kernels == nil {
			break
		}
		d.Ends, d.Rows = append(d.Ends, i+1), append(d.Rows, step.Kernels)
	}
	return d
}
