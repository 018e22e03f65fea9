package view

import (
	"math"

	"kernelscope/families/maps"
	roadwork "kernelscope/families/paths/session"
	"kernelscope/families/trees/session"
	"kernelscope/render/input"
	"kernelscope/scene/geom"
	"kernelscope/watch"
)

// grip is how the mouse holds a road.
type grip struct {
	share float64 // speed of the road where the button was pressed, in percent; negative until known
	last  float64 // the last requested speed
}

// navigate converts mouse and keyboard input over the map into actions.
func (u *panel) navigate(s state, in input.Frame) {
	n, roads := u.onMap(s.Snapshot, s.Camera), s.roads()
	if !u.Typing() {
		u.keys(s, n, in)
	}
	if u.Mouse.Held != maps.Road {
		u.grip.share = -1
	}
	u.Navigate(n, in, maps.Hands{
		End: end, Roads: &roads,
		Point: func(in input.Frame, elsewhere bool) { u.inspect(s, in, elsewhere) },
		Drag:  func(in input.Frame) { u.dragRoad(s.Picked, in) },
	})
}

// inspect inspects the node under the mouse, unless the mouse is elsewhere.
func (u *panel) inspect(s state, in input.Frame, elsewhere bool) {
	var now session.PointAt
	at := s.Camera.PointAt(in.X, in.Y)
	if !elsewhere {
		now = session.PointAt{At: &at, Within: u.Snap(s.Camera)}
	}
	was := u.inspected
	if (now.At == nil) == (was.At == nil) && now.Within == was.Within && (now.At == nil || *now.At == *was.At) {
		return
	}
	u.inspected = now
	u.Do(now)
}

// end returns the action that sets the source of the tree or the target of the path.
func end(target bool, at geom.Point, within float64, gesture maps.Gesture) watch.Action {
	if target {
		return session.SetTarget{At: &at, Within: within}
	}
	return session.SetSource{At: at, Within: within, Drag: gesture == maps.Drag}
}

// dragRoad changes the speed of the picked road with the vertical position of the mouse.
func (u *panel) dragRoad(r *roadwork.Road, in input.Frame) {
	const perPixel = 0.5 // percent per pixel of a plain display
	m := &u.grip
	if r == nil {
		return
	}
	if m.share < 0 {
		m.share = roadwork.ShareOf(r)
		m.last = m.share
	}
	if !u.Mouse.Dragged {
		return
	}
	now := max(0, min(roadwork.MaxShare, math.Round(m.share+u.Mouse.Up(in)*perPixel/u.Scale())))
	if now != m.last {
		m.last = now
		u.Do(roadwork.SetShare(r, now))
	}
}

func (u *panel) keys(s state, n maps.Shown, in input.Frame) {
	u.Keys(n, s.Time, in)
	switch {
	case in.Ctrl && in.Pressed(input.KeyZ):
		u.Do(roadwork.UndoRoad{})
	case in.Pressed(input.KeyA) && !in.Ctrl && s.View.Colour.OfAll() && u.inspected.At != nil:
		u.Do(session.TogglePlace{At: *u.inspected.At, Within: u.inspected.Within})
	case u.DockKeys(in, s.Profiled):
		u.Do(watch.SetProfile{On: !s.Profiled})
	case u.Escape() && s.Picked != nil:
		u.Do(roadwork.DropRoad{})
	case u.Escape() && s.Target != nil:
		u.Do(session.SetTarget{})
	}
}
