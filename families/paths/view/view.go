// Package view shows a map and searches for shortest paths on it.
package view

import (
	"time"

	"kernelscope/compute"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
	"kernelscope/families/maps"
	"kernelscope/families/paths/session"
	"kernelscope/open"
	"kernelscope/render/input"
	"kernelscope/scene"
	"kernelscope/studio"
	"kernelscope/ui"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

const name = "Map"

// Family is the view of the family of shortest paths.
var Family = studio.Family{
	Tab:   ui.Tab{Name: name, Tip: "Shows the map and its searches", Key: input.KeyF2},
	Pages: []ui.Tab{experimentsTab},
	New:   func(s *studio.Stage) (studio.View, error) { return New(s), nil },
	Takes: takes,
}

// New returns a view without a map.
func New(s *studio.Stage) *View {
	o := session.Options{
		Wait: s.Steady, Seed: s.Seed, Origin: placeOf(s), Tuning: tuning(s.Computer.Info),
		Observe: func(e sssp.Event) { s.Log.Event(e.Report()) },
	}
	v := &View{Session: session.New(s.Computer.Backend, sssp.Algorithms(), o), panel: newPanel(s.UI)}
	v.View = maps.New(s, &v.panel.Panel, s.UI.Theme, func() maps.Shown { return v.panel.onMap(v.Session.Snapshot(), v.Camera) })
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

// Open shows a map and plays a search. On an error the previous map stays.
func (v *View) Open(in any) error {
	if search, ok := in.(maps.Search); ok {
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
		v.Session.Aim(playFor, aimFor)
	}
	return v.Session.Apply(timeline.Play{})
}

// The first search on a map plays for about playFor. To choose its speed, the search runs
// beforehand, for at most aimFor.
const playFor, aimFor = 10 * time.Second, 300 * time.Millisecond

// OpenMap shows a map and a search before its first step.
func (v *View) OpenMap(m *scene.Map) error {
	v.times, v.held, v.panel.focus = times{since: v.Times}, nil, nil
	return v.ShowMap(m, v.Session.Open)
}

// Rebuild recreates the pictures of the map and the searches on a new device.
func (v *View) Rebuild() error {
	v.times, v.held = times{since: v.Times}, nil
	if err := v.RebuildMap(); err != nil {
		return err
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
func (v *View) Title() string { return v.MapTitle(name) }

// Frame builds a frame of the interface.
func (v *View) Frame(in input.Frame) []watch.Action {
	v.Refit()
	if v.UI.Shown = name; v.panel.experiments.open {
		v.UI.Shown = experimentsTab.Name
	}
	s := state{Snapshot: v.Session.Snapshot(), Status: v.Status(), Camera: v.Camera}
	s.Missing = v.Missing()
	if v.Roads != nil {
		s.Painter = v.Roads.PainterFor(v.Camera, v.Look())
		s.Order = v.order()
	}
	return v.panel.frame(s, in)
}

// Apply executes an action of the map or its search.
func (v *View) Apply(action watch.Action) (taken bool, err error) {
	switch a := action.(type) {
	case watch.SetCompare, watch.Set:
		return true, v.Keep(func() error { return v.zoom(a, v.panel.focus != nil) })
	case session.SetRank:
		return true, v.Keep(func() error { return v.zoom(a, v.Whole()) })
	case ui.Fit:
		v.panel.focus = nil
		return v.Move(a), nil
	case session.SetView:
		return true, v.setView(a)
	case watch.SetProfile:
		return true, v.profile(a)
	case timeline.Control:
		if v.grows() {
			return true, v.grow(a)
		}
		return true, v.Session.Apply(a)
	case ui.Show:
		v.showExperiments(a.Name == experimentsTab.Name)
	case saveChart:
		return true, v.saveChart()
	case handing:
		return true, a.hand(v)
	default:
		if !v.Move(a) {
			return watch.Taken(v.Session.Apply(a))
		}
	}
	return true, nil
}

// zoom executes an action of the session. Then the query by itself is what the whole is, if on is set.
func (v *View) zoom(a watch.Action, on bool) error {
	err := v.Session.Apply(a)
	if err == nil && on {
		box := v.Session.Around()
		v.panel.focus = &box
	}
	return err
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
	v.Prefetch()
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

// Waiting reports whether a search plays, an experiment runs, the oracle is at work, the mouse has just
// come to rest or the map settles.
func (v *View) Waiting() bool { return v.Session.Waiting() || v.panel.resting() || v.Settling() }

// Layers updates the buffers of a lane that can be looked at.
func (v *View) Layers(lane int) []compute.Layer { return v.Session.Layers(v.Side(lane).Backend, lane) }
