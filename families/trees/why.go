package trees

import (
	session "kernelscope/session/trees"
	"kernelscope/ui"
)

// dock is how much of the picture's foot the plots hide, in pixels; zero where there is no room
// for them.
func (u *panel) dock(n *session.Snapshot, height int) int {
	const least = 300 // of the map, pixels of a plain display
	if !n.Profiled || !n.View.Panels || n.Front == nil || height < u.DockHeight()+int(u.Px(least)) {
		return 0
	}
	return u.DockHeight()
}

// floor is the lower edge of the map, in pixels.
func (u *panel) floor(n *session.Snapshot, height int) int { return height - u.dock(n, height) }

// why builds the plots of the first tree: what its kernels take and move, and how wide they are,
// step by step.
func (u *panel) why(s state) {
	if u.dock(s.Snapshot, s.Camera.Height) == 0 {
		return
	}
	d := ui.DispatchesOf(s.Kernels)
	u.Dock(s.Camera.Width, s.Camera.Height, s.Time, s.Steps, []ui.Plot{u.GPUTime(d, s.Steady), u.Moved(d), u.Workgroups(d)}, nil, 0, nil)
}
