package view

import (
	"image"

	"kernelscope/families/hops/session"
	"kernelscope/render/input"
	"kernelscope/ui"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// mouse follows the mouse over the map.
type mouse struct {
	ui.Pointer
	half int // half of a comparison that is under the mouse, or in which the button was pressed
	held held
}

// held is the object that the left button drags.
type held int

const (
	heldNothing held = iota
	heldMap
	heldSource
	heldTarget
	heldDock
)

// navigate converts mouse and keyboard input over the map into actions.
func (u *panel) navigate(s state, in input.Frame) {
	m, overPanel := &u.mouse, u.OverPanel()
	if !u.Typing() {
		u.keys(s, in)
	}
	defer m.End(in)
	if s.Map == nil {
		return
	}
	halves := u.halves(s.Snapshot, s.Camera.Width, s.Camera.Height)
	if m.held == heldNothing {
		m.half = ui.HalfAt(halves, in.X)
	}
	dock := u.areas(s.Snapshot, s.Camera.Width, s.Camera.Height)[min(m.half, len(halves)-1)]
	at := in
	at.X -= halves[min(m.half, len(halves)-1)].Shift // pixel under the mouse in the camera of the half
	if !overPanel && !image.Pt(int(in.X), int(in.Y)).In(dock.all) {
		u.Zoom(s.Camera, at)
	}
	if m.WentDown(in, 0) && !overPanel {
		m.held = u.grab(s, at, image.Pt(int(in.X), int(in.Y)).In(dock.all))
		m.Press(in)
	}
	if m.held == heldNothing {
		return
	}
	m.Drag(u.UI, in)
	u.drag(s, in, at, dock)
	if !in.Buttons[0] {
		m.held = heldNothing
	}
}

// grab returns the object that the button holds: the dock, a nearby marker, or the map.
func (u *panel) grab(s state, in input.Frame, onDock bool) held {
	source, target, ok := s.ends(min(u.mouse.half, len(s.Lanes)-1))
	switch {
	case onDock:
		return heldDock
	case ok && u.OnMarker(s.Camera, source, in):
		return heldSource
	case ok && u.OnMarker(s.Camera, target, in):
		return heldTarget
	}
	return heldMap
}

// drag executes the action of the held button.
func (u *panel) drag(s state, in, at input.Frame, dock areas) {
	m, down := &u.mouse, in.Buttons[0]
	point, near := s.Camera.PointAt(at.X, at.Y), u.Snap(s.Camera)
	switch {
	case m.held == heldDock && down && m.half < len(s.Lanes):
		if step, ok := dock.stepAt(in.X, &s.Lanes[m.half]); ok && s.Time.Clock == timeline.Steps {
			u.Do(timeline.Seek{Step: step})
		}
	case m.held == heldMap && m.Dragged && m.HasMoved(in):
		m.Pan(u.UI, s.Camera, in)
	case down || m.held == heldDock:
	case m.held == heldMap && !m.Dragged && in.Shift, m.held == heldTarget && m.Dragged:
		u.Do(session.SetEnds{Target: &point, Within: near})
	case m.held == heldMap && !m.Dragged, m.held == heldSource && m.Dragged:
		u.Do(session.SetEnds{Source: &point, Within: near})
	}
}

func (u *panel) keys(s state, in input.Frame) {
	u.TransportKeys(s.Time, in)
	if in.Pressed(input.KeyF) {
		u.Do(ui.Fit{})
	}
	if in.Pressed(input.KeyP) {
		u.Do(watch.SetProfile{On: !s.Profiled})
	}
	if in.Pressed(input.KeyF1) {
		v := s.View
		v.Panels = !v.Panels
		u.Do(session.SetView{View: v})
	}
}
