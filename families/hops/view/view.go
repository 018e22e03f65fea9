// Package view shows many searches for the fewest edges between pairs of nodes on a map or a graph,
// level by level, with one scheme or two side by side.
package view

import (
	"time"

	"kernelscope/compute/bfs"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/compute/profile"
	"kernelscope/families/hops/session"
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
const Name = "Many searches"

// Family is the view of the family of breadth-first searches.
var Family = studio.Family{
	Place: ui.Place{Name: Name, Tip: "Many searches for the fewest edges between pairs of nodes, level by level", Key: input.KeyF7},
	New:   func(s *studio.Stage) (studio.View, error) { return New(s), nil },
	Takes: func(in any) bool { i, ok := in.(open.Input); return ok && i.Map != nil },
}

// View shows a map and which of its nodes many searches have seen.
type View struct {
	Session *session.Session
	Camera  render.Camera

	*studio.Stage
	panel    panel
	fitted   ui.Fitted
	core     geom.Box    // of the map
	roads    *render.Map // nil until a map is opened
	twin     *render.Map // draws the second search of a comparison; nil until there is one
	path     [2]*session.Found
	verified [2]bool
	moved    time.Time // when the camera last moved
	Pairs    string    // path of the last file of pairs; empty if there is none
}

// New returns a view without a map.
func New(s *studio.Stage) *View {
	return &View{Session: session.New(s.Computer.Backend, session.Options{Wait: s.Steady}), Stage: s, panel: panel{UI: s.UI, theme: themeOf(s.UI.Theme)}, Camera: render.Camera{Scale: 1e-4}}
}

// Release releases all resources.
func (v *View) Release() {
	v.Session.Release()
	v.close()
}

// close releases the pictures of the map.
func (v *View) close() {
	for _, r := range []*render.Map{v.twin, v.roads} {
		if r != nil {
			r.Release()
		}
	}
	v.twin, v.roads = nil, nil
}

// Begin opens the map that another view opened last, or else the built-in map.
func (v *View) Begin() error {
	v.Session.Watch()
	switch in, ok := v.Opened.(open.Input); {
	case v.roads != nil || v.Status().Loading != nil:
		return nil
	case ok && in.Map != nil && in.Map.Graph.Nodes() > 0:
		return v.Open(in)
	}
	v.Ask(ui.OpenFile{})
	return nil
}

// Open shows a map and plays searches. On an error the previous map stays.
func (v *View) Open(in any) error {
	if err := v.OpenMap(in.(open.Input).Map); err != nil {
		return err
	}
	return v.Session.Apply(timeline.Play{})
}

// OpenMap shows a map and the searches before their first step.
func (v *View) OpenMap(m *scene.Map) error {
	roads, err := render.NewMap(v.GPU, m, &v.panel.theme)
	if err != nil {
		return err
	}
	if err := v.Session.Open(m); err != nil {
		roads.Release()
		return err
	}
	v.close()
	v.roads, v.path = roads, [2]*session.Found{}
	v.core = m.Core()
	v.fit()
	return nil
}

// Rebuild recreates the pictures of the map and the searches on a new device.
func (v *View) Rebuild() error {
	if v.roads != nil {
		v.close()
		var err error
		if v.roads, err = render.NewMap(v.GPU, v.Session.Snapshot().Map, &v.panel.theme); err != nil {
			return err
		}
		v.path = [2]*session.Found{}
	}
	return v.Session.Rebuild(v.Computer.Backend)
}

// Dispatches returns the dispatches of the steps performed while timing was on.
func (v *View) Dispatches() []profile.Part { return v.Session.Dispatches() }

// Title returns the name of the map.
func (v *View) Title() string {
	if m := v.Session.Snapshot().Map; m != nil {
		return m.Name
	}
	return Name
}

// fit shows the whole map between the panel and the dock.
func (v *View) fit() {
	if n := v.Session.Snapshot(); n.Map != nil {
		v.Camera = v.fitting(n)
		v.fitted.Note(v.UI, v.Camera, n.View.Panels, float64(v.panel.plotsHeight(n, v.Height)))
	}
}

// refit shows the whole map again if its area changed and the camera has not been moved.
func (v *View) refit() {
	if n := v.Session.Snapshot(); n.Map != nil && v.fitted.IsStale(v.UI, v.Camera, n.View.Panels, float64(v.panel.plotsHeight(n, v.Height))) {
		v.fit()
	}
}

// fitting returns the camera that shows the whole map, in each half of a comparison.
func (v *View) fitting(n *session.Snapshot) render.Camera {
	edge := float32(24)
	if n.IsSmall() {
		edge = 48 // leaves room for the bits of nodes
	}
	margin := v.UI.FitMargin(v.Width, n.View.Panels, edge)
	margin[1] += (ui.HeaderHeight + ui.PanelMargin) * v.Ratio
	margin[3] = float64(v.UI.Px(edge)) + float64(v.Height) - float64(v.panel.floor(n, v.Height))
	if n.Compare {
		left, right := v.UI.Free(v.Width, n.View.Panels)
		quarter := float64(right-left) / 4
		margin[0], margin[2] = margin[0]+quarter, margin[2]+quarter
	}
	return render.Fit(v.core, v.Width, v.Height, margin)
}

// setView executes an action that changes the area of the map. If the whole map was visible, it
// still is afterwards.
func (v *View) setView(a any) error {
	n := v.Session.Snapshot()
	whole := n.Map != nil && v.fitted.Holds(v.Camera)
	if err := v.Session.Apply(a); err != nil {
		return err
	}
	if whole {
		v.fit()
	}
	return nil
}

func (v *View) state() state {
	s := state{Snapshot: v.Session.Snapshot(), Status: v.Status(), Camera: v.Camera}
	if v.roads != nil {
		s.Missing = v.roads.Note()
	}
	return s
}

// Frame builds a frame of the interface.
func (v *View) Frame(in input.Frame) []any {
	v.Camera.Width, v.Camera.Height = v.Width, v.Height
	v.refit()
	return v.panel.frame(v.state(), in)
}

// Apply executes an action of the map or its searches.
func (v *View) Apply(action any) (taken bool, err error) {
	switch a := action.(type) {
	case watch.SetCompare, session.SetView:
		return true, v.setView(a)
	case timeline.Action, session.Action, watch.SetProfile, watch.SetSecond:
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
		v.fit()
	default:
		return false, nil
	}
	return true, nil
}

// look returns how a search of a snapshot is drawn.
func (v *View) look(n *session.Snapshot, lane int) render.Look {
	l := n.Lanes[lane]
	look := render.Look{
		ByDistance: n.View.Colour == session.BySearches || l.Plan.Scheme != bfs.Paired, Reach: reach(n), Ratio: v.Ratio, Moment: l.Moment,
		Moving: !v.Steady && render.Moving(v.moved),
	}
	if n.Compare {
		look.Part = v.panel.halves(n, v.Width, v.Height)[lane].Area
	}
	return look
}

// reach returns the value at the end of the ramp, the same for both searches of a comparison.
func reach(n *session.Snapshot) (most uint32) {
	for _, l := range n.Lanes {
		for _, x := range l.Levels {
			if n.View.Colour == session.BySearches {
				most = max(most, uint32(x.Columns))
			} else if l.Plan.Scheme != bfs.Paired {
				most = max(most, uint32(x.Level))
			}
		}
	}
	return max(1, most)
}

// Calls returns the draw calls of the map.
func (v *View) Calls(cmd *gpu.Commands) (calls []draw.Call, err error) {
	if v.roads == nil {
		return nil, nil
	}
	n := v.Session.Snapshot()
	if v.twin == nil {
		v.path[1] = nil // a new twin has no path
	}
	if v.twin, err = v.roads.Compared(v.twin, n.Compare); err != nil {
		return nil, err
	}
	v.Camera.Width, v.Camera.Height = v.Width, v.Height
	return ui.EachHalf(v.panel.halves(n, v.Width, v.Height), v.Camera, func(lane int, c render.Camera) ([]draw.Call, error) {
		return v.half(cmd, n, lane, c)
	})
}

// half draws a search: the map, and the image of its rows in the dock.
func (v *View) half(cmd *gpu.Commands, n *session.Snapshot, lane int, c render.Camera) ([]draw.Call, error) {
	roads, of, look := []*render.Map{v.roads, v.twin}[lane], &n.Lanes[lane], v.look(n, lane)
	if of.Found != v.path[lane] {
		v.path[lane] = of.Found
		roads.SetPath(pathPoints(n.Map, of.Found))
	}
	rows := render.Bits{Columns: of.Now().Columns}
	states := bfs.Levels
	if n.View.Colour == session.BySearches {
		states = bfs.Searches
	}
	for _, l := range v.Session.Layers(v.Encoder(cmd, lane), lane) {
		b, err := v.Drawn(l.Buffer, lane)
		if err != nil {
			return nil, err
		}
		switch l.Kind {
		case states:
			look.States = b
		case bfs.FrontierNodes:
			if !n.IsSmall() && (n.View.Joint || of.Plan.Scheme == bfs.Paired) { // the overlay draws the other nodes
				look.Dots = append(look.Dots, render.Dots{List: b, Count: l.Count, First: l.First, Stride: l.Stride, Tint: v.panel.theme.States[frontierState]})
			}
		case bfs.Seen:
			rows.Seen, rows.Words, rows.Nodes = b, l.Stride, l.Count
		case bfs.Fresh:
			rows.Fresh = b
		}
	}
	calls := roads.Frame(cmd, c, look)
	if a := v.panel.areas(n, v.Width, v.Height)[lane]; !a.bits.Empty() {
		colours := v.panel.bitsColours()
		calls = append(calls, rows.Call(a.bits, colours, v.Ratio)...)
		if of.Plan.Scheme == bfs.Paired { // the right column is the target's side
			colours.Some = v.UI.Theme.Target
			for _, c := range rows.Call(a.bits, colours, v.Ratio) {
				c.Scissor[0] += a.bits.Dx() / 2
				c.Scissor[2] -= a.bits.Dx() / 2
				calls = append(calls, c)
			}
		}
	}
	return calls, nil
}

// pathPoints returns the points of a path along the lines of a map.
func pathPoints(m *scene.Map, f *session.Found) (points []geom.Point) {
	if f == nil {
		return nil
	}
	for i := 1; i < len(f.Path); i++ {
		if e, ok := m.Graph.Edge(f.Path[i-1], f.Path[i]); ok {
			points = m.EdgePoints(points, e)
		}
	}
	return points
}

// Advance advances time, and logs steps and verdicts.
func (v *View) Advance(frame, budget time.Duration) error {
	if v.roads != nil && !v.Steady && time.Since(v.moved) > 300*time.Millisecond {
		v.roads.Prefetch(v.Camera)
	}
	err := v.Session.Advance(frame, budget)
	for i, l := range v.Session.Snapshot().Lanes {
		v.Log.Step(i, l.Event)
		if heard := l.Verdict.Heard; heard != v.verified[i] {
			if v.verified[i] = heard; heard {
				v.Log.Write("answered", map[string]any{"scheme": l.Plan.Scheme, "right": l.Verdict.Wrong == nil, "pairs": l.Plan.Pairs})
			}
		}
	}
	return err
}

// Waiting reports whether searches play, the oracle is at work or the camera has just moved.
func (v *View) Waiting() bool { return v.Session.Waiting() || time.Since(v.moved) < time.Second }
