package view

import (
	"time"

	"kernelscope/cli"
	"kernelscope/families/paths/session"
	"kernelscope/families/roads"
	"kernelscope/open"
)

// takes reports whether the view can open an input: a map, or a search of another view.
func takes(in any) bool {
	switch in := in.(type) {
	case open.Input:
		return in.Map != nil
	case roads.Search:
		return true
	}
	return false
}

// ShowTrees asks for prepared trees of the map, from the same source to the same target.
type ShowTrees struct{}

// hand passes the map with its ends and changed roads to the view of prepared trees, which computes
// its order in the background.
func (ShowTrees) hand(v *View) error {
	n := v.Session.Snapshot()
	way := roads.Way{Map: n.Original, Source: n.Source.At, Changes: n.Changes}
	if !v.Fitted.Holds(v.Camera) {
		camera := v.Camera
		way.Camera = &camera
	}
	if !n.All {
		way.Target = &n.Target.At
	}
	_, err := v.Hand(way)
	return err
}

// openWay takes over the way of another view. A search that has the same ends and roads continues.
func (v *View) openWay(w roads.Way) error {
	if v.Session.Snapshot().Original != w.Map {
		if err := v.Open(open.Input{Map: w.Map}); err != nil {
			return err
		}
	}
	var to []any
	if n := v.Session.Snapshot(); !w.HasChanges(n.Changes) {
		to = w.Changed()
	}
	to = append(to, session.SetEnds{Source: &w.Source, Target: w.Target})
	if w.Target == nil {
		to = append(to, session.SetTargetAll{All: true})
	}
	if err := cli.ApplyAll(v.Session, to...); err != nil {
		return err
	}
	if v.Fit(); w.Camera != nil {
		v.Camera = *w.Camera
	}
	v.moved = time.Now()
	return nil
}
