package ui

import (
	"math"

	"kernelscope/input"
	"kernelscope/render"
)

// Actions that move a camera over what a view shows.
type (
	// MoveCamera shows another part.
	MoveCamera struct{ render.Camera }
	// Fit shows all.
	Fit struct{}
)

// ShowPanels shows the panel of a view, or what it hides.
type ShowPanels struct{ On bool }

// Fitted remembers the camera that shows all, and how much room there was. The zero value
// has seen none.
type Fitted struct {
	camera render.Camera
	room   room
}

// room is what a camera that shows all depends on.
type room struct {
	width, height int
	scale, panel  float32
	rows          int // of tabs
	panels        bool
	dock          float64
}

func (u *UI) room(c render.Camera, panels bool, dock float64) room {
	return room{c.Width, c.Height, u.scale, u.panelPx(), max(1, u.barRows), panels, dock}
}

// Note notes that a camera shows all, beside the panels if they are shown and above a dock of
// a height.
func (f *Fitted) Note(u *UI, c render.Camera, panels bool, dock float64) {
	*f = Fitted{c, u.room(c, panels, dock)}
}

// Holds reports whether a camera is still the one that was noted: nobody has moved it.
func (f *Fitted) Holds(c render.Camera) bool {
	return c.X == f.camera.X && c.Y == f.camera.Y && c.Scale == f.camera.Scale && f.camera.Scale > 0
}

// IsStale reports whether the camera is the one that was noted, and there is another room.
func (f *Fitted) IsStale(u *UI, c render.Camera, panels bool, dock float64) bool {
	return f.Holds(c) && f.room != u.room(c, panels, dock)
}

// FitMargin returns what to leave free around all that is shown, in pixels: left, top, right,
// bottom. It leaves out the panel if that is shown, and covers no more than half of the width.
func (u *UI) FitMargin(width int, panels bool, edge float32) (margin [4]float64) {
	for i := range margin {
		margin[i] = float64(u.Px(edge))
	}
	if panels && float64(width) > 2*u.PanelWidth() {
		margin[0] += u.PanelWidth()
	}
	if panels {
		margin[1] += float64(u.barHeight())
		margin[3] += float64(u.Px(hintSpace))
	}
	return margin
}

// Snap returns how far from a node or a road of a map a person may click to mean it, in units of
// the map.
func (u *UI) Snap(c render.Camera) float64 { return float64(u.Px(30)) / c.Scale }

// Pointer follows the mouse from frame to frame. The zero value has seen nothing.
type Pointer struct {
	Dragged bool // since Press, farther than a click moves

	before       [3]bool
	x, y         float64
	downX, downY float64
}

// WentDown reports whether a button was not down in the frame before.
func (p *Pointer) WentDown(in input.Frame, button int) bool {
	return in.Buttons[button] && !p.before[button]
}

// HasMoved reports whether the mouse was elsewhere in the frame before.
func (p *Pointer) HasMoved(in input.Frame) bool { return in.X != p.x || in.Y != p.y }

// DX returns how far the mouse has come to the right since the frame before, in pixels.
func (p *Pointer) DX(in input.Frame) float64 { return in.X - p.x }

// Press begins a click, or a drag.
func (p *Pointer) Press(in input.Frame) { p.Dragged, p.downX, p.downY = false, in.X, in.Y }

// Drag notes, while a button is held, how far the mouse has come. A click may move by some
// pixels of a plain display.
func (p *Pointer) Drag(u *UI, in input.Frame) {
	const still = 4
	p.Dragged = p.Dragged || math.Hypot(in.X-p.downX, in.Y-p.downY) > still*u.Scale()
}

// Pan moves a camera with the mouse.
func (p *Pointer) Pan(u *UI, c render.Camera, in input.Frame) {
	c.Pan(in.X-p.x, in.Y-p.y)
	u.Do(MoveCamera{c})
}

// End ends the frame.
func (p *Pointer) End(in input.Frame) { p.before, p.x, p.y = in.Buttons, in.X, in.Y }

// WheelStep returns the factor of a step of the wheel: a fifth, with Ctrl finer and with Shift
// faster.
func WheelStep(in input.Frame) float64 {
	switch {
	case in.Ctrl:
		return 1.04
	case in.Shift:
		return 1.6
	}
	return 1.2
}

// Zoom zooms at the mouse by the wheel.
func (u *UI) Zoom(c render.Camera, in input.Frame) {
	if in.WheelY != 0 {
		c.ZoomAt(in.X, in.Y, math.Pow(WheelStep(in), in.WheelY))
		u.Do(MoveCamera{c})
	}
}
