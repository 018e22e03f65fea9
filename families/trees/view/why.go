package view

import (
	"kernelscope/families/trees/session"
	"kernelscope/ui"
)

// dock returns the height of the plots at the foot of the picture in pixels, or zero if they do not
// fit.
func (u *panel) dock(n *session.Snapshot, height int) int {
	return u.DockRoom(n.Profiled && n.Front != nil, height)
}

// floor returns the lower edge of the map in pixels.
func (u *panel) floor(n *session.Snapshot, height int) int { return height - u.dock(n, height) }

// why builds the plots of the first tree: time, memory traffic and number of workgroups of its
// kernels by step.
func (u *panel) why(s state) {
	if u.dock(s.Snapshot, s.Camera.Height) == 0 {
		return
	}
	d := ui.DispatchesOf(s.Kernels)
	u.Dock(s.Camera.Width, s.Camera.Height, s.Time, len(s.Kernels)-1, []ui.Plot{u.GPUTime(d, s.Steady), u.Moved(d), u.Workgroups(d)}, nil, 0, nil)
}
