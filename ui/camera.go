package ui

import (
	"math"
	"slices"

	"kernelscope/render"
	"kernelscope/render/input"
	"kernelscope/scene/geom"
)

// Actions that move a view's camera.
type (
	// MoveCamera moves the camera.
	MoveCamera struct{ render.Camera }
	// Fit shows everything.
	Fit struct{}
)

// Fitted records the camera that shows everything, and the room for it. The zero value has
// none.
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

func (u *UI) room(c render.Camera, dock float64) room {
	return room{c.Width, c.Height, u.scale, u.panelPx(), max(1, u.barRows), u.Panels, dock}
}

// Note records that a camera shows everything, beside the panels if they are shown and above a
// dock of a height.
func (f *Fitted) Note(u *UI, c render.Camera, dock float64) {
	*f = Fitted{c, u.room(c, dock)}
}

// Holds reports whether a camera has not moved since Note.
func (f *Fitted) Holds(c render.Camera) bool {
	return c.X == f.camera.X && c.Y == f.camera.Y && c.Scale == f.camera.Scale && f.camera.Scale > 0
}

// IsStale reports whether the camera has not moved since Note, but its room has changed.
func (f *Fitted) IsStale(u *UI, c render.Camera, dock float64) bool {
	return f.Holds(c) && f.room != u.room(c, dock)
}

// FitMargin returns the margins around the picture, in pixels: left, top, right, bottom. They
// exclude the panel if it is shown, but at most half of the width.
func (u *UI) FitMargin(width int, edge float32) (margin [4]float64) {
	for i := range margin {
		margin[i] = float64(u.Px(edge))
	}
	if u.Panels && float64(width) > 2*u.PanelWidth() {
		margin[0] += u.PanelWidth()
	}
	if u.Panels {
		margin[1] += float64(u.barHeight())
		margin[3] += float64(u.Px(hintSpace))
	}
	return margin
}

// Corner is the room of a legend in the lower right of a map, in pixels.
type Corner struct {
	Wide, Tall float64
	Shift      float64      // of the half of a comparison that has the legend
	Ends       []geom.Point // places that should be beside it
}

// hides reports whether the legend is over one of its ends.
func (u *UI) hides(c Corner, camera render.Camera, foot float64) bool {
	return slices.ContainsFunc(c.Ends, func(p geom.Point) bool {
		x, y := camera.Pixel(p)
		return x+c.Shift+float64(u.Px(MarkerRadius)) > float64(camera.Width)-c.Wide && y > float64(camera.Height)-foot-c.Tall
	})
}

// minShare is how small a map may become to have its ends beside a legend, as a share of its
// greatest scale.
const minShare = 0.6

// FitBeside returns the camera that shows all of a map within margins, as fit does, and its ends
// beside a legend unless that makes the map much smaller.
func (u *UI) FitBeside(c Corner, margin [4]float64, fit func(margin [4]float64) render.Camera) render.Camera {
	all := fit(margin)
	if !u.hides(c, all, margin[3]) {
		return all
	}
	beside, above := margin, margin
	beside[2] += c.Wide
	above[3] += c.Tall
	best := fit(beside)
	if b := fit(above); b.Scale > best.Scale {
		best = b
	}
	if best.Scale < minShare*all.Scale {
		return all
	}
	return best
}

// Snap returns the distance within which a click selects a node or a road, in units of the map.
func (u *UI) Snap(c render.Camera) float64 { return float64(u.Px(30)) / c.Scale }

// Pointer tracks the mouse from frame to frame. The zero value is ready to use.
type Pointer struct {
	Dragged bool // since Press, farther than a click moves

	before       [3]bool
	x, y         float64
	downX, downY float64
}

// WentDown reports whether a button was not down in the previous frame.
func (p *Pointer) WentDown(in input.Frame, button int) bool {
	return in.Buttons[button] && !p.before[button]
}

// HasMoved reports whether the mouse has moved since the previous frame.
func (p *Pointer) HasMoved(in input.Frame) bool { return in.X != p.x || in.Y != p.y }

// DX returns the movement of the mouse to the right since the previous frame, in pixels.
func (p *Pointer) DX(in input.Frame) float64 { return in.X - p.x }

// Press begins a click, or a drag.
func (p *Pointer) Press(in input.Frame) { p.Dragged, p.downX, p.downY = false, in.X, in.Y }

// Drag records the movement of the mouse while a button is held. A click may move by some
// pixels of a plain display.
func (p *Pointer) Drag(u *UI, in input.Frame) {
	const still = 4
	p.Dragged = p.Dragged || math.Hypot(in.X-p.downX, in.Y-p.downY) > still*u.Scale()
}

// Up returns how far the mouse is above the place of Press, in pixels.
func (p *Pointer) Up(in input.Frame) float64 { return p.downY - in.Y }

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
