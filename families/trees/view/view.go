// Package view shows the distances from a node of a map to all others while roads change, computed by
// prepared trees.
package view

import (
	"time"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/compute/prepared"
	"kernelscope/compute/profile"
	"kernelscope/families/maps"
	"kernelscope/families/trees/session"
	"kernelscope/open"
	"kernelscope/render"
	"kernelscope/render/input"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/studio"
	"kernelscope/ui"
	"kernelscope/watch"
)

// Name is the name of the view on its tab.
const Name = "Trees"

// Family is the view of the family of prepared trees.
var Family = studio.Family{
	Tab:   ui.Tab{Name: Name, Tip: "Prepared trees: all distances of a map, updated as the mouse moves and roads change", Key: input.KeyF4},
	New:   func(s *studio.Stage) (studio.View, error) { return New(s), nil },
	Takes: takes,
}

// takes reports whether the view can open in: a map, or the way of another view.
func takes(in any) bool {
	switch in := in.(type) {
	case open.Input:
		return in.Map != nil
	case maps.Way:
		return true
	}
	return false
}

// View shows a map and the distances of all its nodes.
type View struct {
	maps.View
	Session *session.Session
	Before  func(frame time.Duration) error // called for each frame of a recording; may be nil

	panel    panel
	verified [2]bool
}

// New returns a view without a map.
func New(s *studio.Stage) *View {
	cache, err := prepared.UserCache()
	if err != nil {
		cache = prepared.Cache{} // no cache folder
	}
	v := &View{Session: session.New(s.Computer.Backend, cache, s.Steady), panel: panel{Panel: maps.Panel{UI: s.UI}, palette: PaletteOf(s.UI.Theme)}}
	v.View = maps.New(s, &v.panel.Panel, &v.panel.palette.Theme, func() maps.Shown { return v.panel.onMap(v.Session.Snapshot(), v.Camera) })
	return v
}

// Release releases all resources.
func (v *View) Release() {
	v.Session.Release()
	v.Close()
}

// Begin opens the map that another view opened last, or else the built-in map.
func (v *View) Begin() error {
	v.Session.Watch()
	return v.BeginMap(v.Open)
}

// Open shows a map, and its trees once there is an order. On an error the previous map stays.
func (v *View) Open(in any) error {
	if way, ok := in.(maps.Way); ok {
		return v.openWay(way)
	}
	return v.OpenMap(in.(open.Input).Map)
}

// OpenMap is Open for a map.
func (v *View) OpenMap(m *scene.Map) error { return v.ShowMap(m, v.Session.Open) }

// Dispatches returns the dispatches of the steps performed while timing was on.
func (v *View) Dispatches() []profile.Part { return v.Session.Dispatches() }

// Rebuild recreates the pictures of the map and the trees on a new device.
func (v *View) Rebuild() error {
	if err := v.RebuildMap(); err != nil {
		return err
	}
	return v.Session.Rebuild(v.Computer.Backend)
}

// Title returns the name of the map.
func (v *View) Title() string { return v.MapTitle(Name) }

func (v *View) state() state {
	s := state{Snapshot: v.Session.Snapshot(), Status: v.Status(), Camera: v.Camera}
	s.Missing = v.Missing()
	return s
}

// Frame builds a frame of the interface.
func (v *View) Frame(in input.Frame) []watch.Action {
	v.Refit()
	return v.panel.frame(v.state(), in)
}

// Apply executes an action of the map or its trees.
func (v *View) Apply(action watch.Action) (taken bool, err error) {
	switch a := action.(type) {
	case session.SetView, watch.SetCompare:
		return true, v.Keep(func() error { return v.Session.Apply(a) })
	case ShowSearch:
		return true, v.showSearch()
	}
	if v.Move(action) {
		return true, nil
	}
	return watch.Taken(v.Session.Apply(action))
}

// look completes how the map of a snapshot is coloured by the layers of the session.
func (v *View) look(n *session.Snapshot, l render.Look) render.Look {
	shades := n.Shades()
	l.ByDistance, l.Reach, l.Band, l.Moment = true, shades.Reach, shades.Band, 4*n.Moment
	switch {
	case n.All != nil:
		l.Moment = 4*(n.Moment+n.All.Painted) + 3
	case n.View.Colour == session.Separators:
		l.Moment++
	case n.View.Colour == session.Bands:
		l.Moment += 2
	}
	return l
}

// Calls returns the draw calls of the map.
func (v *View) Calls(cmd *gpu.Commands) ([]draw.Call, error) {
	n := v.Session.Snapshot()
	halves := v.panel.halves(n, v.Width, v.Height)
	return v.Runs(func(lane int, roads *render.Map, c render.Camera, look render.Look) ([]draw.Call, error) {
		return v.half(cmd, n.Of(lane), lane, roads, c, v.look(n.Of(lane), look), halves[lane])
	})
}

// half draws a tree: the map and the lengths of a front.
func (v *View) half(cmd *gpu.Commands, n *session.Snapshot, lane int, roads *render.Map, c render.Camera, look render.Look, half ui.Half) ([]draw.Call, error) {
	path := n.Path
	if !n.Done {
		path = nil
	}
	v.SetPath(lane, path, func() []geom.Point {
		if path == nil {
			return nil
		}
		return path.Points
	})
	v.Mark(lane, n.Roads)
	layers, err := v.layers(cmd, lane)
	if err != nil {
		return nil, err
	}
	look.States = layers[n.Coloured()].Buffer
	look.Dots = v.panel.palette.dots(n, layers)
	calls := roads.Frame(cmd, c, look)
	if area := v.panel.frontArea(n, half, v.Width, v.Height); !area.Empty() {
		l := layers[session.Lengths]
		square := render.Lengths{Buffer: l.Buffer, First: l.First, Stride: l.Stride, Size: l.Count, Separator: int(n.Front.X), Most: n.Front.Most}
		calls = append(calls, square.Call(v.GPU, area, v.panel.palette.Lengths, v.Ratio)...)
	}
	return calls, nil
}

// layers returns the layers of a lane by kind, as buffers of the drawing device.
func (v *View) layers(cmd *gpu.Commands, lane int) (map[compute.LayerKind]compute.Layer, error) {
	out := map[compute.LayerKind]compute.Layer{}
	for _, l := range v.Session.Layers(v.Encoder(cmd, lane), lane) {
		var err error
		if l.Buffer, err = v.Drawn(l.Buffer, lane); err != nil {
			return nil, err
		}
		out[l.Kind] = l
	}
	return out, nil
}

// Advance advances time, and logs steps and verdicts.
func (v *View) Advance(frame, budget time.Duration) error {
	v.Prefetch()
	if v.Before != nil {
		if err := v.Before(frame); err != nil {
			return err
		}
	}
	err := v.Session.Advance(frame, budget)
	for i, l := range v.Session.Snapshot().Lanes() {
		v.Log.Step(i, l.Event)
		if heard := l.Verdict.Heard; heard != v.verified[i] {
			if v.verified[i] = heard; heard {
				v.Log.Write("verified", map[string]any{"right": l.Verdict.Wrong == nil, "customization": l.Parts.Customization.Wall, "tree": l.Parts.Tree.Wall})
			}
		}
	}
	return err
}

// Waiting reports whether background work is in progress or the map settles.
func (v *View) Waiting() bool { return v.Session.Waiting() || v.Settling() }

// Layers updates the buffers of a lane that can be looked at.
func (v *View) Layers(lane int) []compute.Layer { return v.Session.Layers(v.Side(lane).Backend, lane) }
