package view

import (
	"kernelscope/families/hops/session"
	"kernelscope/scene/graph"
	"kernelscope/ui"
)

// plotsHeight returns the height of the plots at the foot of the picture in pixels, or zero if they
// do not fit.
func (u *panel) plotsHeight(n *session.Snapshot, height int) int {
	if !n.Profiled || !u.Panels || n.Map == nil || height < u.DockHeight()+int(u.Px(2.6*dockHeight)) {
		return 0
	}
	return u.DockHeight()
}

// why builds the plots of the first search: the frontiers, the time of kernels, and the work of workgroups.
func (u *panel) why(s state) {
	if u.plotsHeight(s.Snapshot, s.Camera.Height) == 0 {
		return
	}
	l := &s.Lanes[0]
	frontier := ui.Plot{Name: "frontier", Tip: "Edges out of the frontier of each step, and the searches that its nodes serve, on a logarithmic scale.", Lines: []ui.Series{
		{Name: "edges", Colour: ui.Plain(u.theme.States[graph.StateNear]), Value: func(i int) uint32 { return uint32(l.Levels[i+1].Edges) }},
		{Name: "searches", Colour: ui.Plain(u.theme.Accent), Value: func(i int) uint32 { return uint32(l.Levels[i+1].Searches) }},
	}}
	u.Dock(s.Camera.Width, s.Camera.Height, s.Time, len(l.Levels)-1, []ui.Plot{frontier, u.GPUTime(ui.DispatchesOf(l.Kernels), s.Steady)}, nil, tailWidth, u.tail(l))
}
