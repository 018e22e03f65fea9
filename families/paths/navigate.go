package paths

import (
	"kernelscope/input"
	"kernelscope/scene/geom"
	"kernelscope/session"
	"kernelscope/ui"
)

// mouse follows the mouse over the map.
type mouse struct {
	ui.Pointer
	half   int // of a comparison, under the mouse or where the button went down
	held   held
	rested float64 // seconds since the mouse moved
	told   int     // frames since it came to rest
	over   bool    // the map, when it moved
}

// held is what the left button holds.
type held int

const (
	heldNothing held = iota
	heldMap
	heldSource
	heldTarget
)

// navigate turns mouse and keys over the map into actions.
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
	in.X -= halves[min(m.half, len(halves)-1)].Shift // where the camera has what is under the mouse
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

// grab says what the button takes hold of: a marker that is near, or the map.
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

// click chooses an end, or, with Alt, goes to the step that reached a node or, with Shift
// too, gave it its last distance. near is what UI.Snap returns.
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
	if in.Pressed(labPlace.Key) && u.lab.open { // else the tab is shown
		u.Do(ui.Show{Name: name})
	}
	if u.Escape() && s.Picked != nil {
		u.Do(session.DropRoad{})
	}
}
