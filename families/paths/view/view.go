// Package view shows a map and searches for shortest paths on it.
package view

import (
	"time"

	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
	"kernelscope/families/paths/session"
	"kernelscope/families/roads"
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

const name = "Map"

// Family is the view of the family of shortest paths.
var Family = studio.Family{
	Place: ui.Place{Name: name, Tip: "Shows the map and its searches", Key: input.KeyF5},
	Pages: []ui.Place{labPlace},
	New:   func(s *studio.Stage) (studio.View, error) { return New(s), nil },
	Takes: takes,
}

// View shows a map and its searches.
type View struct {
	Session *session.Session
	Roads   *render.Map // nil until a map is opened
	Camera  render.Camera
	Full    bool // shows all details at every scale, as render.Look.Full

	*studio.Stage
	twin      *render.Map // draws the second search of a comparison; nil until there is one
	shownPath [2]*session.Result
	marked    [2]roads.Marked
	Fitted    ui.Fitted
	core      geom.Box // of the map
	panel     panel
	charted   charted
	times     times
	moved     time.Time // when the camera last moved

	verified      *session.Result // the last result that the oracle has checked
	experimenting bool
}

// New returns a view without a map.
func New(s *studio.Stage) *View {
	o := session.Options{
		Wait: s.Steady, Seed: s.Seed, Place: placeOf(s), Tuning: tuning(s.Computer.Info),
		Observe: func(e sssp.Event) { s.Log.Event(e.Report()) },
	}
	return &View{Session: session.New(s.Computer.Backend, sssp.Algorithms(), o), Stage: s, panel: panel{UI: s.UI}, Camera: render.Camera{Scale: 1e-4}}
}

// Release releases all resources.
func (v *View) Release() {
	v.Session.Release()
	v.close()
}

// close releases the pictures of the map.
func (v *View) close() {
	for _, r := range []*render.Map{v.twin, v.Roads} {
		if r != nil {
			r.Release()
		}
	}
	v.twin, v.Roads = nil, nil
}

// Begin opens the built-in map.
func (v *View) Begin() error {
	v.Session.Watch()
	if v.Roads == nil && v.Status().Loading == nil {
		v.Ask(ui.OpenFile{})
	}
	return nil
}

// Open shows a map and plays a search. On an error the previous map stays.
func (v *View) Open(in any) error {
	if search, ok := in.(roads.Search); ok {
		return v.openWay(search.Way)
	}
	before, camera := v.Session.Snapshot(), v.Camera
	m := in.(open.Input).Map
	if err := v.OpenMap(m); err != nil {
		return err
	}
	if b := before.Map; b != nil && b.From == m.From && b.Profile != m.Profile && !b.Abstract { // the same map, for another means of travel
		v.Camera = camera
		target := &before.Target.At
		if before.All {
			target = nil
		}
		if err := v.Session.Apply(session.SetEnds{Source: &before.Source.At, Target: target}); err != nil {
			return err
		}
	}
	if !v.Steady {
		if err := v.Session.Aim(playFor, aimFor); err != nil {
			return err
		}
	}
	return v.Session.Apply(timeline.Play{})
}

// The first search on a map plays for about playFor. To choose its speed, the search runs once
// beforehand, for at most aimFor.
const playFor, aimFor = 10 * time.Second, 300 * time.Millisecond

// OpenMap shows a map and a search before its first step.
func (v *View) OpenMap(m *scene.Map) error {
	picture, err := render.NewMap(v.GPU, m, v.UI.Theme)
	if err != nil {
		return err
	}
	if err := v.Session.Open(m); err != nil {
		picture.Release()
		return err
	}
	v.close()
	v.Roads, v.shownPath, v.marked, v.times = picture, [2]*session.Result{}, [2]roads.Marked{}, times{since: v.Times}
	v.core = m.Core()
	v.Fit()
	if !v.Steady {
		v.Roads.Prepare(v.Camera)
	}
	return nil
}

// Rebuild recreates the pictures of the map and the searches on a new device.
func (v *View) Rebuild() error {
	if v.Roads != nil {
		v.close()
		var err error
		if v.Roads, err = render.NewMap(v.GPU, v.Session.Snapshot().Map, v.UI.Theme); err != nil {
			return err
		}
		v.shownPath, v.marked, v.times = [2]*session.Result{}, [2]roads.Marked{}, times{since: v.Times}
	}
	return v.Session.Rebuild(v.Computer.Backend)
}

// ApplyTuned applies the setting stored for the map, the search and the device.
func (v *View) ApplyTuned() error {
	n := v.Session.Snapshot()
	if n.Tuned == nil {
		w := measure.ByRank
		if n.All {
			w = measure.ToAll
		}
		_, err := Tuned(n.Algorithm.Name(), w, n.Map, v.Computer.Info)
		return err
	}
	return v.Session.Apply(session.UseTuned{})
}

// Title returns the name of the map.
func (v *View) Title() string {
	if m := v.Session.Snapshot().Map; m != nil {
		return m.Name
	}
	return name
}

// Fit shows the whole map beside the panel.
func (v *View) Fit() {
	if n := v.Session.Snapshot(); n.Map != nil {
		v.Camera = v.fitting(n)
		v.Fitted.Note(v.UI, v.Camera, n.View.Panels, v.panel.dockHeight(v.Height))
	}
}

// refit shows the whole map again if its area changed and the camera has not been moved.
func (v *View) refit() {
	if n := v.Session.Snapshot(); n.Map != nil && v.Fitted.IsStale(v.UI, v.Camera, n.View.Panels, v.panel.dockHeight(v.Height)) {
		v.Fit()
	}
}

// fitting returns the camera that shows the map, without its outliers, beside the panel, in each
// half of a comparison. The legend hides neither end of the search.
func (v *View) fitting(n *session.Snapshot) render.Camera {
	margin := v.UI.FitMargin(v.Width, n.View.Panels, 24)
	if n.View.Panels && float64(v.Width) > 2*v.UI.PanelWidth() {
		margin[3] += v.panel.dockHeight(v.Height)
	}
	quarter := 0.0 // from the middle to that of a half
	if n.Other != nil {
		left, right := v.UI.Free(v.Width, n.View.Panels)
		quarter = float64(right-left) / 4
		margin[0], margin[2] = margin[0]+quarter, margin[2]+quarter
		margin[1] += ui.HeaderHeight * v.Ratio
	}
	legend := v.panel.legendSize(n)
	corner := ui.Corner{Wide: legend.X, Tall: legend.Y, Shift: quarter}
	if n.Map.Graph.Nodes() > 0 {
		corner.Ends = append(corner.Ends, n.Source.At)
	}
	if n.Map.Graph.Nodes() > 0 && !n.All {
		corner.Ends = append(corner.Ends, n.Target.At)
	}
	return v.UI.FitBeside(corner, margin, func(margin [4]float64) render.Camera { return render.Fit(v.core, v.Width, v.Height, margin) })
}

// setCompare begins or ends a comparison. If the whole map was visible, it still is afterwards.
func (v *View) setCompare(a watch.SetCompare) error {
	whole := v.Roads != nil && v.Fitted.Holds(v.Camera)
	if err := v.Session.Apply(a); err != nil {
		return err
	}
	if whole {
		v.Fit()
	}
	return nil
}

// Frame builds a frame of the interface.
func (v *View) Frame(in input.Frame) []any {
	v.Camera.Width, v.Camera.Height = v.Width, v.Height
	v.refit()
	if v.UI.Shown = name; v.panel.lab.open {
		v.UI.Shown = labPlace.Name
	}
	n := v.Session.Snapshot()
	s := state{Snapshot: n, Status: v.Status(), Camera: v.Camera}
	if v.Roads != nil {
		s.Painter = v.Roads.PainterFor(v.Camera, v.look(n, 0))
		s.Order = v.order()
		s.Missing = v.Roads.Note()
	}
	return v.panel.frame(s, in)
}

// Apply executes an action of the map or its search.
func (v *View) Apply(action any) (taken bool, err error) {
	switch a := action.(type) {
	case watch.SetCompare:
		return true, v.setCompare(a)
	case session.SetView:
		return true, v.setView(a)
	case timeline.Action:
		if v.grows() {
			return true, v.grow(a)
		}
		return true, v.Session.Apply(a)
	case session.Action, watch.SetProfile, watch.SetSecond:
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
	case ui.Show:
		v.showExperiments(a.Name == labPlace.Name)
	case saveChart:
		return true, v.saveChart()
	case handing:
		return true, a.hand(v)
	default:
		return false, nil
	}
	return true, nil
}

// setView changes how the search is shown. It refuses an order that the device cannot sort.
func (v *View) setView(a session.SetView) error {
	if order := a.View.Order; order != v.Session.Snapshot().View.Order {
		if err := order.Check(v.GPU); err != nil {
			return err
		}
	}
	return v.Session.Apply(a)
}

// Advance advances time.
func (v *View) Advance(frame, budget time.Duration) error {
	if v.Roads != nil && !v.Steady && time.Since(v.moved) > 300*time.Millisecond {
		v.Roads.Prefetch(v.Camera)
	}
	err := v.Session.Advance(frame, budget)
	v.follow(v.Session.Snapshot())
	if err != nil {
		return err
	}
	return v.drawChart()
}

// follow logs the verdict of the oracle and the end of an experiment.
func (v *View) follow(n *session.Snapshot) {
	if r := n.Result; r != nil && r.Checked && r != v.verified {
		v.verified = r
		v.Log.Write("verified", map[string]any{"right": r.Wrong == nil, "reached": r.Reached, "distance": r.Distance})
	}
	e := n.Experiment
	running := e != nil && e.Running
	if v.experimenting && !running && e != nil {
		v.Log.Write("experiment", map[string]any{"kind": e.Result.Plan.Kind, "rows": len(e.Result.Rows), "whole": e.Result.Whole, "problem": e.Problem})
	}
	v.experimenting = running
}

// Waiting reports whether a search plays, an experiment runs, the oracle is at work, labels are
// prepared or the camera has just moved.
func (v *View) Waiting() bool {
	return v.Session.Waiting() || v.Roads != nil && v.Roads.Making() || v.panel.mouse.resting() || time.Since(v.moved) < time.Second
}
