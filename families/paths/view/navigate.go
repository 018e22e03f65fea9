package view

import (
	"kernelscope/families/paths/session"
	"kernelscope/render/input"
	"kernelscope/scene/geom"
	"kernelscope/ui"
)

// mouse follows the mouse over the map.
type mouse struct {
	ui.Pointer
	half   int // half of a comparison that is under the mouse, or in which the button was pressed
	held   held
	rested float64 // seconds since the mouse moved
	told   int     // frames since the tooltip appeared
	over   bool    // the mouse was over the map when it last moved
}

// held is the object that the left button drags.
type held int

const (
	heldNothing held = iota
	heldMap
	heldSource
	heldTarget
)

// navigate converts mouse and keyboard input over the map into actions.
func (u *panel) navigate(s state, in input.Frame) {
	m, overPanel := &u.mouse, u.OverPanel()
	if !u.Typing() {
		u.keys(s, in)
	}
	halves := u.halves(s.Snapshot, s.Camera.Width, s.Camera.Height)
	if m.held == heldNothing {
		m.half = ui.HalfAt(halves, in.X)
	}
	outside := in.X < 0
	in.X -= halves[min(m.half, len(halves)-1)].Shift // pixel under the mouse in the camera of the half
	defer m.End(in)
	if s.Map == nil {
		return
	}
	if !overPanel {
		u.Zoom(s.Camera, in)
	}
	if s.Map.Graph.Nodes() > 0 {
		u.editor.Point(s.roads(), in, overPanel || outside)
		u.rest(s, in, overPanel || outside || m.held != heldNothing)
	}
	if m.WentDown(in, 0) && !overPanel {
		m.held = u.grab(s, in)
		m.Press(in)
	}
	at, near := s.Camera.PointAt(in.X, in.Y), u.Snap(s.Camera)
	if m.WentDown(in, 1) && !overPanel {
		u.editor.PickAt(s.roads(), at)
	}
	if m.held == heldNothing {
		return
	}
	m.Drag(u.UI, in)
	switch {
	case !in.Buttons[0] && !m.Dragged && m.held == heldMap && in.Ctrl:
		u.editor.PickAt(s.roads(), at)
	case !in.Buttons[0] && !m.Dragged && m.held == heldMap:
		u.click(at, near, in)
	case m.Dragged && m.held == heldMap && m.HasMoved(in):
		m.Pan(u.UI, s.Camera, in)
	case m.Dragged && m.held == heldSource:
		u.Do(session.SetEnds{Source: &at, Within: near, Drag: true})
	case m.Dragged && m.held == heldTarget:
		u.Do(session.SetEnds{Target: &at, Within: near, Drag: true})
	}
	if !in.Buttons[0] {
		m.held = heldNothing
	}
}

// grab returns the object that the button drags: a nearby marker or the map.
func (u *panel) grab(s state, in input.Frame) held {
	switch {
	case s.Map.Graph.Nodes() == 0 || in.Ctrl:
		return heldMap
	case u.OnMarker(s.Camera, s.Source.At, in):
		return heldSource
	case !s.All && u.OnMarker(s.Camera, s.Target.At, in):
		return heldTarget
	}
	return heldMap
}

// click sets an end of the query. With Alt it goes to the step that reached a node, with Alt and
// Shift to the step that set the node's last distance. near is the distance from UI.Snap.
func (u *panel) click(at geom.Point, near float64, in input.Frame) {
	switch {
	case in.Alt:
		u.Do(session.SeekNode{Lane: u.mouse.half, At: at, Settled: in.Shift})
	case in.Shift:
		u.Do(session.SetEnds{Target: &at, Within: near})
	default:
		u.Do(session.SetEnds{Source: &at, Within: near})
	}
}

func (u *panel) keys(s state, in input.Frame) {
	u.TransportKeys(s.Time, in)
	switch {
	case in.Pressed(input.KeyF) && in.Ctrl:
		u.finding.focus = true
	case in.Pressed(input.KeyF):
		u.Do(ui.Fit{})
	}
	if in.Pressed(input.KeyP) && !in.Ctrl {
		u.togglePlots()
	}
	for key, forward := range map[input.Key]bool{input.KeyLeft: false, input.KeyRight: true} {
		if in.Ctrl && in.Pressed(key) && s.Map != nil {
			if a := ui.Jump(s.Time, u.moments(s), forward); a != nil {
				u.Do(a)
			}
		}
	}
	if in.Ctrl && in.Pressed(input.KeyZ) {
		u.Do(session.UndoRoad{})
	}
	if in.Pressed(input.KeyF1) {
		v := s.View
		v.Panels = !v.Panels
		u.Do(session.SetView{View: v})
	}
	if in.Pressed(labPlace.Key) && u.lab.open { // otherwise the key opens the tab
		u.Do(ui.Show{Name: name})
	}
	if u.Escape() && s.Picked != nil {
		u.Do(session.DropRoad{})
	}
}
