package view

import (
	"image"

	"kernelscope/families/hops/session"
	"kernelscope/families/maps"
	"kernelscope/render/input"
	"kernelscope/scene/geom"
	"kernelscope/ui"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// navigate converts mouse and keyboard input over the map into actions.
func (u *panel) navigate(s state, in input.Frame) {
	n := u.onMap(s.Snapshot, s.Camera)
	if !u.Typing() {
		u.keys(s, n, in)
	}
	h := maps.Hands{End: end}
	if s.Map != nil {
		dock := u.areas(s.Snapshot, s.Camera.Width, s.Camera.Height)[ui.HalfAt(u.Halves(n), in.X)]
		h.OnDock = image.Pt(int(in.X), int(in.Y)).In(dock.all)
	}
	h.Drag = func(input.Frame) { u.seek(s, in) }
	u.Navigate(n, in, h)
}

// end returns the action that sets an end of the first pair, when the mouse drops it.
func end(target bool, at geom.Point, within float64, gesture maps.Gesture) watch.Action {
	switch {
	case gesture == maps.Drag:
		return nil
	case target:
		return session.SetEnds{Target: &at, Within: within}
	}
	return session.SetEnds{Source: &at, Within: within}
}

// seek goes to the step of the plot under the mouse, while it is held.
func (u *panel) seek(s state, in input.Frame) {
	half := u.Mouse.Half
	if !in.Buttons[0] || half >= len(s.Lanes) || s.Time.Clock != timeline.Steps {
		return
	}
	if step, ok := u.areas(s.Snapshot, s.Camera.Width, s.Camera.Height)[half].stepAt(in.X, &s.Lanes[half]); ok {
		u.Do(timeline.Seek{Step: step})
	}
}

func (u *panel) keys(s state, n maps.Shown, in input.Frame) {
	u.Keys(n, s.Time, in)
	if u.DockKeys(in, s.Profiled) {
		u.Do(watch.SetProfile{On: !s.Profiled})
	}
}
