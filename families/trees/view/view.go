// Package view shows all distances from a node of a map while its roads change, computed from a
// preparation.
package view

import (
	"time"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/compute/prepared"
	"kernelscope/compute/profile"
	roadwork "kernelscope/families/paths/session"
	"kernelscope/families/roads"
	"kernelscope/families/trees/session"
	"kernelscope/open"
	"kernelscope/render"
	"kernelscope/render/input"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/studio"
	"kernelscope/ui"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// Name is the name of the view on its tab.
const Name = "Trees"

// Family is the view of the family of prepared trees.
var Family = studio.Family{
	Place: ui.Place{Name: Name, Tip: "Prepared trees: all distances of a map, updated as the mouse moves and roads change", Key: input.KeyF10},
	New:   func(s *studio.Stage) (studio.View, error) { return New(s), nil },
	Takes: takes,
}

// takes reports whether the view can open in: a map, or the way of another view.
func takes(in any) bool {
	switch in := in.(type) {
	case open.Input:
		return in.Map != nil
	case roads.Way:
		return true
	}
	return false
}

// View shows a map and the distances of all its nodes.
type View struct {
	Session *session.Session
	Camera  render.Camera

	*studio.Stage
	panel    panel
	picture  *render.Map // nil until a map is opened
	twin     *render.Map // draws the second tree of a comparison; nil until there is one
	Fitted   ui.Fitted
	core     geom.Box // of the map
	path     [2]*session.Path
	marked   [2]roads.Marked
	verified [2]bool
	moved    time.Time                       // when the camera last moved
	Before   func(frame time.Duration) error // called for each frame of a recording; may be nil
}

// New returns a view without a map.
func New(s *studio.Stage) *View {
	cache, err := prepared.UserCache()
	if err != nil {
		cache = prepared.Cache{} // no cache folder
	}
	return &View{Session: session.New(s.Computer.Backend, session.Options{Wait: s.Steady, Cache: cache}), Stage: s, panel: panel{UI: s.UI, palette: PaletteOf(s.UI.Theme)}, Camera: render.Camera{Scale: 1e-4}}
}

// Release releases all resources.
func (v *View) Release() {
	v.Session.Release()
	v.close()
}

// close releases the pictures of the map.
func (v *View) close() {
	for _, p := range []*render.Map{v.twin, v.picture} {
		if p != nil {
			p.Release()
		}
	}
	v.picture, v.twin, v.path, v.marked = nil, nil, [2]*session.Path{}, [2]roads.Marked{}
}

// Begin opens the map that another view opened last, or else the built-in map.
func (v *View) Begin() error {
	v.Session.Watch()
	switch in, ok := v.Opened.(open.Input); {
	case v.picture != nil || v.Status().Loading != nil:
		return nil
	case ok && in.Map != nil && in.Map.Graph.Nodes() > 0:
		return v.Open(in)
	}
	v.Ask(ui.OpenFile{})
	return nil
}

// Open shows a map, and its trees once there is an order. On an error the previous map stays.
func (v *View) Open(in any) error {
	if way, ok := in.(roads.Way); ok {
		return v.openWay(way)
	}
	return v.OpenMap(in.(open.Input).Map)
}

// OpenMap is Open for a map.
func (v *View) OpenMap(m *scene.Map) error {
	picture, err := render.NewMap(v.GPU, m, &v.panel.palette.Theme)
	if err != nil {
		return err
	}
	if err := v.Session.Open(m); err != nil {
		picture.Release()
		return err
	}
	v.close()
	v.picture, v.core = picture, m.Core()
	v.Fit()
	return nil
}

// Dispatches returns the dispatches of the steps performed while timing was on.
func (v *View) Dispatches() []profile.Part { return v.Session.Dispatches() }

// Rebuild recreates the pictures of the map and the trees on a new device.
func (v *View) Rebuild() error {
	if v.picture != nil {
		v.close()
		var err error
		if v.picture, err = render.NewMap(v.GPU, v.Session.Snapshot().Map, &v.panel.palette.Theme); err != nil {
			return err
		}
	}
	return v.Session.Rebuild(v.Computer.Backend)
}

// Title returns the name of the map.
func (v *View) Title() string {
	if m := v.Session.Snapshot().Map; m != nil {
		return m.Name
	}
	return Name
}

// Fit shows the whole map beside the panel.
func (v *View) Fit() {
	if n := v.Session.Snapshot(); n.Map != nil {
		v.Camera = v.fitting(n)
		v.Fitted.Note(v.UI, v.Camera, n.View.Panels, float64(v.panel.dock(n, v.Height)))
	}
}

// refit shows the whole map again if its area changed and the camera has not been moved.
func (v *View) refit() {
	if n := v.Session.Snapshot(); n.Map != nil && v.Fitted.IsStale(v.UI, v.Camera, n.View.Panels, float64(v.panel.dock(n, v.Height))) {
		v.Fit()
	}
}

// fitting returns the camera that shows the whole map, in each half of a comparison, with the ends of
// the path beside the legend.
func (v *View) fitting(n *session.Snapshot) render.Camera {
	margin := v.UI.FitMargin(v.Width, n.View.Panels, 24)
	margin[1] += (ui.HeaderHeight + ui.PanelMargin) * v.Ratio
	margin[3] += float64(v.panel.dock(n, v.Height))
	corner := ui.Corner{Wide: float64(v.panel.scaleWide(v.Width, n.View.Panels) + v.UI.Px(2*ui.PanelMargin)), Tall: float64(v.UI.Px(cornerTall)), Ends: []geom.Point{n.Source.At}}
	if n.Target != nil {
		corner.Ends = append(corner.Ends, n.Target.At)
	}
	if n.Compare {
		left, right := v.UI.Free(v.Width, n.View.Panels)
		corner.Shift = float64(right-left) / 4
		margin[0], margin[2] = margin[0]+corner.Shift, margin[2]+corner.Shift
	}
	return v.UI.FitBeside(corner, margin, func(margin [4]float64) render.Camera { return render.Fit(v.core, v.Width, v.Height, margin) })
}

func (v *View) state() state {
	s := state{Snapshot: v.Session.Snapshot(), Status: v.Status(), Camera: v.Camera}
	if v.picture != nil {
		s.Missing = v.picture.Note()
	}
	return s
}

// Frame builds a frame of the interface.
func (v *View) Frame(in input.Frame) []any {
	v.Camera.Width, v.Camera.Height = v.Width, v.Height
	v.refit()
	return v.panel.frame(v.state(), in)
}

// Apply executes an action of the map or its trees.
func (v *View) Apply(action any) (taken bool, err error) {
	switch a := action.(type) {
	case session.SetView, watch.SetCompare:
		return true, v.setView(a)
	case timeline.Action, session.Action, roadwork.Action, watch.Action:
		return true, v.Session.Apply(a)
	case ui.ShowPanels:
		view := v.Session.Snapshot().View
		view.Panels = a.On
		return true, v.setView(session.SetView{View: view})
	case ui.MoveCamera:
		if a.Camera != v.Camera {
			v.Camera, v.moved = a.Camera, time.Now()
		}
	case ui.Fit:
		v.Fit()
	case ShowSearch:
		return true, v.showSearch()
	default:
		return false, nil
	}
	return true, nil
}

// setView executes an action that changes the area of the map. If the whole map was visible, it
// still is afterwards.
func (v *View) setView(a any) error {
	n := v.Session.Snapshot()
	whole := n.Map != nil && v.Fitted.Holds(v.Camera)
	if err := v.Session.Apply(a); err != nil {
		return err
	}
	if whole {
		v.Fit()
	}
	return nil
}

// look returns how the map of a snapshot is coloured by the layers of the session.
func (v *View) look(n *session.Snapshot) render.Look {
	l := render.Look{ByDistance: true, Reach: n.Reach, Ratio: v.Ratio, Moment: 4 * n.Moment, Moving: !v.Steady && render.Moving(v.moved)}
	switch {
	case n.View.Colour == session.Separators:
		l.Reach, l.Moment = uint32(max(1, depths(n)-1)), l.Moment+1
	case n.View.Colour == session.Bands:
		l.Band, l.Moment = n.Band, l.Moment+2
	}
	return l
}

// depths returns the number of depths of the fronts, or zero without fronts.
func depths(n *session.Snapshot) int {
	if n.Made == nil {
		return 0
	}
	return n.Made.Depths()
}

// Calls returns the draw calls of the map.
func (v *View) Calls(cmd *gpu.Commands) (calls []draw.Call, err error) {
	if v.picture == nil {
		return nil, nil
	}
	n := v.Session.Snapshot()
	if v.twin == nil { // a new twin has no path and no marks
		v.path[1], v.marked[1] = nil, roads.Marked{}
	}
	if v.twin, err = v.picture.Compared(v.twin, n.Other != nil); err != nil {
		return nil, err
	}
	v.Camera.Width, v.Camera.Height = v.Width, v.Height
	for i, half := range v.panel.halves(n, v.Width, v.Height) {
		drawn, err := v.half(cmd, n.Of(i), i, half)
		if err != nil {
			return nil, err
		}
		calls = append(calls, drawn...)
	}
	return calls, nil
}

// half draws a tree: the map and the lengths of a front.
func (v *View) half(cmd *gpu.Commands, n *session.Snapshot, lane int, half ui.Half) ([]draw.Call, error) {
	picture := []*render.Map{v.picture, v.twin}[lane]
	path := n.Path
	if !n.Done {
		path = nil
	}
	if path != v.path[lane] {
		v.path[lane] = path
		picture.SetPath(nil)
		if path != nil {
			picture.SetPath(path.Points)
		}
	}
	v.marked[lane].Mark(picture, n.Roads, v.UI.Theme)
	layers, err := v.layers(cmd, lane)
	if err != nil {
		return nil, err
	}
	look := v.look(n)
	look.States = layers[stateLayer(n)].Buffer
	look.Dots = v.panel.palette.dots(n, layers)
	if v.twin != nil {
		look.Part = half.Area
	}
	calls := picture.Frame(cmd, half.Over(v.Camera), look)
	if area := v.panel.frontArea(n, half, v.Width, v.Height); !area.Empty() {
		l := layers[session.Lengths]
		square := render.Lengths{Buffer: l.Buffer, First: l.First, Stride: l.Stride, Size: l.Count, Separator: int(n.Front.X), Most: n.Front.Most}
		calls = append(calls, square.Call(area, v.panel.palette.lengths, v.Ratio)...)
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
	if v.picture != nil && !v.Steady && time.Since(v.moved) > 300*time.Millisecond {
		v.picture.Prefetch(v.Camera)
	}
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

// Waiting reports whether background work is in progress or the camera has just moved.
func (v *View) Waiting() bool { return v.Session.Waiting() || time.Since(v.moved) < time.Second }
