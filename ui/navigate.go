package ui

import (
	"math"

	"kernelscope/compute/session"
	"kernelscope/input"
	"kernelscope/render"
	"kernelscope/scene/geom"
	"kernelscope/timeline"
)

// navigator follows the mouse over the map.
type navigator struct {
	before   [3]bool // buttons in the frame before
	x, y     float64 // of the mouse there
	held     held
	pressedX float64
	pressedY float64
	moved    bool // since the button went down
	pointed  session.PointAtRoad
}

// held is what the left button holds.
type held int

const (
	heldNothing held = iota
	heldMap
	heldSource
	heldTarget
)

// still is how many pixels of a plain display a click may move.
const still = 4

// navigate turns mouse and keys over the map into actions. overPanel says that
// the mouse belongs to the panel, typing that the keyboard does.
func (u *UI) navigate(s State, in input.Frame, overPanel, typing bool) {
	n := &u.nav
	defer func() { n.before, n.x, n.y = in.Buttons, in.X, in.Y }()
	if !typing {
		u.keys(s, in)
	}
	if s.Map == nil {
		return
	}
	if !overPanel && in.WheelY != 0 {
		u.zoom(s.Camera, in)
	}
	if s.Map.Graph.Nodes() > 0 {
		u.point(s, in, overPanel)
	}
	if in.Buttons[0] && !n.before[0] && !overPanel {
		n.held, n.moved, n.pressedX, n.pressedY = u.grab(s, in), false, in.X, in.Y
	}
	if in.Buttons[1] && !n.before[1] && !overPanel {
		u.pickAt(s, s.Camera.PointAt(in.X, in.Y))
	}
	if n.held == heldNothing {
		return
	}
	n.moved = n.moved || math.Hypot(in.X-n.pressedX, in.Y-n.pressedY) > still*float64(u.scale)
	at := s.Camera.PointAt(in.X, in.Y)
	switch {
	case !in.Buttons[0] && !n.moved && n.held == heldMap && in.Ctrl:
		u.pickAt(s, at)
	case !in.Buttons[0] && !n.moved && n.held == heldMap:
		u.click(at, in.Shift)
	case n.moved && n.held == heldMap && (in.X != n.x || in.Y != n.y):
		c := s.Camera
		c.Pan(in.X-n.x, in.Y-n.y)
		u.do(MoveCamera{c})
	case n.moved && n.held == heldSource:
		u.do(session.SetEnds{Source: &at, Drag: true})
	case n.moved && n.held == heldTarget:
		u.do(session.SetEnds{Target: &at, Drag: true})
	}
	if !in.Buttons[0] {
		n.held = heldNothing
	}
}

// grab says what the button takes hold of: a marker that is near, or the map.
func (u *UI) grab(s State, in input.Frame) held {
	near := func(e session.End) bool {
		x, y := s.Camera.Pixel(e.At)
		return math.Hypot(in.X-x, in.Y-y) <= float64(u.px(markerRadius+3))
	}
	switch {
	case s.Map.Graph.Nodes() == 0 || in.Ctrl:
		return heldMap
	case near(s.Source):
		return heldSource
	case !s.All && near(s.Target):
		return heldTarget
	}
	return heldMap
}

func (u *UI) click(at geom.Point, shift bool) {
	if shift {
		u.do(session.SetEnds{Target: &at})
	} else {
		u.do(session.SetEnds{Source: &at})
	}
}

// wheelStep is the factor of a step of the wheel: a fifth, with Ctrl finer and with Shift
// faster.
func wheelStep(in input.Frame) float64 {
	switch {
	case in.Ctrl:
		return 1.04
	case in.Shift:
		return 1.6
	}
	return 1.2
}

// zoom zooms at the mouse.
func (u *UI) zoom(c render.Camera, in input.Frame) {
	c.ZoomAt(in.X, in.Y, math.Pow(wheelStep(in), in.WheelY))
	u.do(MoveCamera{c})
}

func (u *UI) keys(s State, in input.Frame) {
	if in.Pressed(input.KeySpace) {
		if s.Time.Playing {
			u.do(timeline.Pause{})
		} else {
			u.do(timeline.Play{})
		}
	}
	if in.Pressed(input.KeyRight) {
		u.do(timeline.Step{Steps: 1})
	}
	if in.Pressed(input.KeyLeftBracket) {
		u.do(timeline.SetSpeed{PerSecond: s.Time.Speed / 2})
	}
	if in.Pressed(input.KeyRightBracket) {
		u.do(timeline.SetSpeed{PerSecond: s.Time.Speed * 2})
	}
	if in.Pressed(input.KeyR) {
		u.do(timeline.Rewind{})
	}
	if in.Pressed(input.KeyF) {
		u.do(FitMap{})
	}
	if in.Pressed(input.KeyF1) {
		v := s.View
		v.Panels = !v.Panels
		u.do(session.SetView{View: v})
	}
	if in.Pressed(input.KeyF2) {
		u.toggleExperiments()
	}
	if in.Pressed(input.KeyEscape) && s.Picked != nil {
		u.do(session.DropRoad{})
	}
}
