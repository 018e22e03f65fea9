package view

import (
	"slices"

	"kernelscope/compute/sssp"
	"kernelscope/families/paths/session"
	"kernelscope/render"
	"kernelscope/scene/graph"
	"kernelscope/ui"
)

// overlay draws what belongs to the picture itself, with or without the panel: markers, legend,
// scale and attribution.
func (u *panel) overlay(s state) {
	list, n := u.OnPicture(), u.onMap(s.Snapshot, s.Camera)
	if s.Map == nil {
		return
	}
	if s.Map.Graph.Nodes() == 0 {
		u.Attribution(list, s.Map.Attribution, float32(s.Camera.Width), u.floor(s))
		return
	}
	u.legend(list, s)
	u.Overlay(list, n, u.floor(s), func(lane int, _ ui.Half, c render.Camera) {
		roads := u.roads(s)
		roads.Camera = c
		u.Signs(list, roads)
		u.Pin(list, c, n.Ends[lane], u.Theme)
	})
	if u.hasHeaders(s.Snapshot, s.Camera.Width) {
		u.Headers(list, n, u.floor(s), func(i int) ui.Header { return u.header(s, i, s.Lanes()[i]) })
	}
	if u.Panels {
		u.Hint(mapHelp, u.floor(s)-u.Px(8), float32(s.Camera.Width)-u.Px(180))
	}
}

// mapHelp lists the keys of the map.
var mapHelp = append([]ui.Help{
	{Key: "click", Does: "source"}, {Key: "Shift-click", Does: "target"}, {Key: "Ctrl-click", Does: "edit a road"}, {Key: "Space", Does: "play"}, {Key: "F", Does: "fit"}, {Key: "Ctrl-F", Does: "find a place"},
	{Key: "Ctrl-Z", Does: "undo the last change of a road"}, {Key: "Alt-click", Does: "step that reached a node"}, {Key: "wheel", Does: "zoom; Ctrl finer"}, {Key: "drag", Does: "move the map, or a marker"},
	ui.DockHelp, {Key: "Ctrl-Left, -Right", Does: "end of a bucket, peak, target reached"},
}, ui.TransportHelp[1:]...)

// floor returns the lower edge of the map in pixels.
func (u *panel) floor(s state) float32 {
	if !u.Panels {
		return float32(s.Camera.Height)
	}
	return float32(s.Camera.Height) - float32(u.dockHeight(s.Camera.Height))
}

// legendSize returns the greatest size of the legend and the scale below it, in pixels. The legend
// of a comparison has less room: it is as wide as the names of its states.
func (u *panel) legendSize(n *session.Snapshot) (size struct{ X, Y float64 }) {
	size.X, size.Y = float64(u.Px(150)), float64(u.Px(170))
	if n.Other != nil && !n.View.ByDistance {
		size.X = float64(u.Px(104))
	}
	return size
}

// legend explains the colours in the lower right, above the scale.
func (u *panel) legend(list ui.List, s state) {
	right, entries := float32(s.Camera.Width), []ui.LegendEntry{}
	if s.View.ByDistance {
		reach := s.Reach
		if s.Other != nil {
			reach = max(reach, s.Other.Reach)
		}
		u.Ramp(list, u.Theme.Ramp[:], right, u.floor(s), "0", s.Map.Written(reach))
		entries = append(entries, ui.LegendEntry{Name: stateNames(s)[graph.StateNear], Colour: u.Theme.States[graph.StateNear]})
	} else {
		for i, name := range stateNames(s) {
			if name != "" {
				entries = append(entries, ui.LegendEntry{Name: name, Colour: u.Theme.States[i]})
			}
		}
	}
	if s.Result != nil && s.Result.Reached {
		entries = append(entries, ui.LegendEntry{Name: "path", Colour: u.Theme.Path})
	}
	if slices.ContainsFunc(s.Changes, func(c session.Change) bool { return !c.Closed }) {
		entries = append(entries, ui.LegendEntry{Name: "changed", Colour: u.Theme.Changed})
	}
	if slices.ContainsFunc(s.Changes, func(c session.Change) bool { return c.Closed }) {
		entries = append(entries, ui.LegendEntry{Name: "closed", Colour: u.Theme.Closed})
	}
	u.Legend(list, entries, right, u.floor(s))
}

// stateNames returns the names of the states of nodes. Both are given if a state means different
// things in the searches of a comparison.
func stateNames(s state) sssp.States {
	names := s.Algorithm.About().States
	if s.Other == nil {
		return names
	}
	for i, other := range s.Other.Algorithm.About().States {
		switch {
		case names[i] == "":
			names[i] = other
		case other != "" && other != names[i]:
			names[i] += ", " + other
		}
	}
	return names
}
