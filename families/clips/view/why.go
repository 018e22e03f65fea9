package view

import (
	"kernelscope/compute/profile"
	"kernelscope/families/clips/session"
	"kernelscope/internal/format"
	"kernelscope/ui"
)

// dock returns the height of the plots at the foot of the picture in pixels.
func (u *panel) dock(s state) int {
	if !s.Profiled || !u.Panels || s.View.Page == session.Picture || s.Run == nil || s.Length == 0 {
		return 0
	}
	return u.DockHeight()
}

// why builds the plots of the first run: the progress of partitions, and the time of kernels.
func (u *panel) why(s state) {
	if u.dock(s) == 0 {
		return
	}
	run := s.Run
	states := ui.Plot{Name: "partitions", Tip: "Progress of the partitions after each step.", Top: func(most float64) string { return format.Thousands(int(most)) }}
	for state := session.Linked; ; state-- {
		states.Bands = append(states.Bands, ui.Band{Name: state.String(), Colour: u.stateColour(state), Value: func(step int) float64 { return float64(run.InState(state, step)) }})
		if state == session.Waiting {
			break
		}
	}
	var d ui.Dispatches
	if s.Kernels != nil {
		d = ui.Dispatches{Ends: []int{s.Length}, Rows: [][]profile.Row{s.Kernels}}
	}
	u.Dock(s.Camera.Width, s.Camera.Height, s.Time, s.Length, []ui.Plot{states, u.GPUTime(d, s.Steady)}, nil, 0, nil)
}
