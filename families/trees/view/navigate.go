package view

import (
	"math"

	roadwork "kernelscope/families/paths/session"
	"kernelscope/families/roads"
	"kernelscope/families/trees/session"
	"kernelscope/render/input"
	"kernelscope/scene/geom"
	"kernelscope/ui"
	"kernelscope/watch"
)

// mouse follows the mouse over the map.
type mouse struct {
	ui.Pointer
	half  int // half of a comparison that is under the mouse, or in which the button was pressed
	held  held
	over  session.PointAt // the last requested inspection
	downY float64         // where the button was pressed
	share float64         // speed of the road at that place, in percent; negative until known
	last  float64         // the last requested speed
}

// held is the object that the left button drags.
type held int

const (
	heldNothing held = iota
	heldMap
	heldSource
	heldTarget
	heldRoad
)

// navigate converts mouse and keyboard input over the map into actions.
func (u *panel) navigate(s state, in input.Frame) {
	m, overPanel := &u.mouse, u.OverPanel()
	if !u.Typing() {
		u.keys(s, in)
	}
	if s.Map == nil {
		m.End(in)
		return
	}
	halves := u.halves(s.Snapshot, s.Camera.Width, s.Camera.Height)
	if m.held == heldNothing {
		m.half = ui.HalfAt(halves, in.X)
	}
	outside := in.X < 0
	in.X -= halves[min(m.half, len(halves)-1)].Shift // pixel under the mouse in the camera of the half
	defer m.End(in)
	if !overPanel {
		u.Zoom(s.Camera, in)
	}
	elsewhere := overPanel || outside
	u.editor.Point(s.roads(), in, elsewhere || m.held != heldNothing)
	u.point(s, in, elsewhere)
	if m.WentDown(in, 0) && !overPanel {
		u.press(s, in)
		return // the picked road is known in the next frame
	}
	if m.held == heldNothing {
		return
	}
	m.Drag(u.UI, in)
	u.drag(s, in)
	if !in.Buttons[0] {
		m.held = heldNothing
	}
}

// point inspects the node under the mouse, unless the mouse is elsewhere or drags something.
func (u *panel) point(s state, in input.Frame, elsewhere bool) {
	m := &u.mouse
	var now session.PointAt
	at := s.Camera.PointAt(in.X, in.Y)
	if !elsewhere && m.held == heldNothing {
		now = session.PointAt{At: &at, Within: u.Snap(s.Camera)}
	}
	was := m.over
	if (now.At == nil) == (was.At == nil) && now.Within == was.Within && (now.At == nil || *now.At == *was.At) {
		return
	}
	m.over = now
	u.Do(now)
}

// press returns the object that the button drags: a road, a nearby marker, or the map.
func (u *panel) press(s state, in input.Frame) {
	m := &u.mouse
	near := func(p geom.Point) bool {
		x, y := s.Camera.Pixel(p)
		return math.Hypot(in.X-x, in.Y-y) <= float64(u.Px(ui.MarkerRadius+3))
	}
	m.Press(in)
	m.held, m.downY = heldMap, in.Y
	switch {
	case in.Ctrl:
		m.held, m.share = heldRoad, -1
		u.editor.PickAt(s.roads(), s.Camera.PointAt(in.X, in.Y))
	case s.Target != nil && near(s.Target.At):
		m.held = heldTarget
	case near(s.Source.At):
		m.held = heldSource
	}
}

// drag executes the action of the held button.
func (u *panel) drag(s state, in input.Frame) {
	m, down := &u.mouse, in.Buttons[0]
	at, near := s.Camera.PointAt(in.X, in.Y), u.Snap(s.Camera)
	switch {
	case m.held == heldRoad:
		u.dragRoad(s.Picked, in)
	case m.held == heldMap && m.Dragged && m.HasMoved(in):
		m.Pan(u.UI, s.Camera, in)
	case m.held == heldSource && m.Dragged:
		u.Do(session.SetSource{At: at, Within: near, Drag: down})
	case m.held == heldTarget && m.Dragged:
		u.Do(session.SetTarget{At: &at, Within: near})
	case down || m.Dragged:
	case in.Shift:
		u.Do(session.SetTarget{At: &at, Within: near})
	default:
		u.Do(session.SetSource{At: at, Within: near})
	}
}

// dragRoad changes the speed of the picked road with the vertical position of the mouse.
func (u *panel) dragRoad(r *roadwork.Road, in input.Frame) {
	const perPixel = 0.5 // percent per pixel of a plain display
	m := &u.mouse
	if r == nil {
		return
	}
	if m.share < 0 {
		m.share = roads.ShareOf(r)
		m.last = m.share
	}
	if !m.Dragged {
		return
	}
	now := max(0, min(roads.MostShare, math.Round(m.share+(m.downY-in.Y)*perPixel/u.Scale())))
	if now != m.last {
		m.last = now
		u.Do(roads.SetShare(r, now))
	}
}

func (u *panel) keys(s state, in input.Frame) {
	u.TransportKeys(s.Time, in)
	v := s.View
	switch {
	case in.Pressed(input.KeyF):
		u.Do(ui.Fit{})
	case in.Pressed(input.KeyF1):
		v.Panels = !v.Panels
		u.Do(session.SetView{View: v})
	case in.Ctrl && in.Pressed(input.KeyZ):
		u.Do(roadwork.UndoRoad{})
	case in.Pressed(input.KeyP):
		u.Do(watch.SetProfile{On: !s.Profiled})
	case u.Escape() && s.Picked != nil:
		u.Do(roadwork.DropRoad{})
	case u.Escape() && s.Target != nil:
		u.Do(session.SetTarget{})
	}
}
