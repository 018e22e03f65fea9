package maps

import (
	"kernelscope/render/input"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
	"kernelscope/ui"
	"kernelscope/watch"
)

// Mouse follows the mouse over a map.
type Mouse struct {
	ui.Pointer
	Half int // half of a comparison that is under the mouse, or in which the button was pressed
	Held Held
}

// Held is the object that the left button drags.
type Held int

// The objects: the map, the ends of a run, a road, and what a view has below its map.
const (
	Nothing Held = iota
	Ground
	Source
	Target
	Road
	Dock
)

// Hands is what a view does with the mouse over its map. All but End may be nil.
type Hands struct {
	End    End
	Roads  *State                                           // of the editor; nil if roads cannot be changed
	OnDock bool                                             // the mouse is over the dock below the map
	Point  func(in input.Frame, elsewhere bool)             // called in every frame, unless the graph is empty
	Click  func(at geom.Point, in input.Frame) watch.Action // returns the action of a click that sets no end; nil for none
	Drag   func(in input.Frame)                             // drags a road or the dock below the map
}

// Navigate converts mouse input over the map into actions. Hands get the mouse as the camera of its
// half has it.
func (u *Panel) Navigate(n Shown, in input.Frame, h Hands) {
	m, over := &u.Mouse, u.OverPanel()
	halves := u.Halves(n)
	if m.Held == Nothing {
		m.Half = ui.HalfAt(halves, in.X)
	}
	elsewhere := over || in.X < 0
	in.X -= halves[min(m.Half, len(halves)-1)].Shift
	defer m.End(in)
	if n.Map == nil {
		return
	}
	if !over && !h.OnDock {
		u.Zoom(n.Camera, in)
	}
	if n.Map.Graph.Nodes() > 0 {
		if h.Roads != nil {
			u.point(*h.Roads, in, elsewhere || m.Held == Road && m.Dragged)
		}
		if h.Point != nil {
			h.Point(in, elsewhere || m.Held != Nothing)
		}
		if u.AsksWriter(in) && !elsewhere {
			u.pointNode(n, in)
		}
	}
	if !over && u.press(n, in, h) && m.Held == Road {
		return // the picked road is known in the next frame
	}
	if m.Held == Nothing {
		return
	}
	m.Drag(u.UI, in)
	u.drag(n, in, h)
	if !in.Buttons[0] {
		m.Held = Nothing
	}
}

// pointNode points at the node under the mouse, if there is one.
func (u *Panel) pointNode(n Shown, in input.Frame) {
	all := func(uint32) bool { return true }
	if v := graph.NewLocator(n.Map.Graph).Snap(n.Camera.PointAt(in.X, in.Y), u.Snap(n.Camera), all); v != graph.NoNode {
		u.Point(ui.Value{Side: u.Mouse.Half, Of: "node", Entry: int(v)})
	}
}

// press begins to hold the thing under the mouse when the left button goes down: a thing below the map,
// a road with Ctrl, a nearby marker, or the map. The right button picks a road, too.
func (u *Panel) press(n Shown, in input.Frame, h Hands) (held bool) {
	m := &u.Mouse
	left, right := m.WentDown(in, 0), m.WentDown(in, 1)
	if h.Roads != nil && (left && in.Ctrl || right) {
		u.PickAt(*h.Roads, n.Camera.PointAt(in.X, in.Y))
	}
	if !left {
		return false
	}
	m.Press(in)
	m.Held = Ground
	pins := u.Pins(n.Camera, n.Ends[min(m.Half, len(n.Ends)-1)])
	switch {
	case h.OnDock:
		m.Held = Dock
	case h.Roads != nil && in.Ctrl:
		m.Held = Road
	case len(pins) > 0 && u.OnMarker(pins[0], in):
		m.Held = Source
	case len(pins) > 1 && u.OnMarker(pins[1], in):
		m.Held = Target
	}
	return true
}

// drag executes the action of the held button.
func (u *Panel) drag(n Shown, in input.Frame, h Hands) {
	m, down := &u.Mouse, in.Buttons[0]
	at, within := n.Camera.PointAt(in.X, in.Y), u.Snap(n.Camera)
	var a watch.Action
	switch {
	case m.Held == Dock, m.Held == Road && h.Drag != nil:
		h.Drag(in)
	case (m.Held == Ground || m.Held == Road) && m.Dragged:
		if m.HasMoved(in) {
			m.Pan(u.UI, n.Camera, in)
		}
	case m.Held == Ground && !down:
		if h.Click != nil {
			a = h.Click(at, in)
		}
		if a == nil {
			a = h.End(in.Shift, at, within, Click)
		}
	case (m.Held == Source || m.Held == Target) && m.Dragged && down:
		a = h.End(m.Held == Target, at, within, Drag)
	case (m.Held == Source || m.Held == Target) && m.Dragged:
		a = h.End(m.Held == Target, at, within, Drop)
	}
	if a != nil {
		u.Do(a)
	}
}
