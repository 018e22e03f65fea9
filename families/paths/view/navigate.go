package view

import (
	"kernelscope/families/maps"
	"kernelscope/families/paths/session"
	"kernelscope/render/input"
	"kernelscope/scene/geom"
	"kernelscope/ui"
	"kernelscope/watch"
)

// navigate converts mouse and keyboard input over the map into actions.
func (u *panel) navigate(s state, in input.Frame) {
	n, roads := u.onMap(s.Snapshot, s.Camera), u.roads(s)
	if !u.Typing() {
		u.keys(s, n, in)
	}
	u.Navigate(n, in, maps.Hands{
		End: end, Roads: &roads,
		Point: func(in input.Frame, elsewhere bool) { u.rest(s, in, elsewhere) },
		Click: func(at geom.Point, in input.Frame) watch.Action {
			if !in.Alt {
				return nil
			}
			return session.SeekNode{Lane: u.Mouse.Half, At: at, Settled: in.Shift}
		},
	})
}

// end returns the action that sets an end of the query.
func end(target bool, at geom.Point, within float64, gesture maps.Gesture) watch.Action {
	a := session.SetEnds{Source: &at, Within: within, Drag: gesture != maps.Click}
	if target {
		a.Source, a.Target = nil, &at
	}
	return a
}

func (u *panel) keys(s state, n maps.Shown, in input.Frame) {
	u.Keys(n, s.Time, in)
	if u.DockKeys(in, u.hasPlots()) {
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
	if in.Pressed(experimentsTab.Key) && u.experiments.open { // otherwise the key opens the tab
		u.Do(ui.Show{Name: name})
	}
	if u.Escape() && s.Picked != nil {
		u.Do(session.DropRoad{})
	}
}
