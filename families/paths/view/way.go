package view

import (
	"kernelscope/cli"
	"kernelscope/families/maps"
	"kernelscope/families/paths/session"
	"kernelscope/open"
	"kernelscope/scene/geom"
	"kernelscope/watch"
)

// takes reports whether the view can open an input: a map, or a search of another view.
func takes(in any) bool {
	switch in := in.(type) {
	case open.Input:
		return in.Map != nil
	case maps.Search:
		return true
	}
	return false
}

// ShowTrees asks for prepared trees of the map, from the same source to the same target.
type ShowTrees struct{}

func (ShowTrees) Action() {}

// hand passes the map with its ends and changed roads to the view of prepared trees, which computes
// its order in the background.
func (ShowTrees) hand(v *View) error {
	n := v.Session.Snapshot()
	ends := []geom.Point{n.Source.At, n.Target.At}
	if n.All {
		ends = ends[:1]
	}
	_, err := v.Hand(v.Way(n.Original, ends, n.Changes))
	return err
}

// openWay takes over the way of another view. A search that has the same ends and roads continues.
func (v *View) openWay(w maps.Way) error {
	if v.Session.Snapshot().Original != w.Map {
		if err := v.Open(open.Input{Map: w.Map}); err != nil {
			return err
		}
	}
	var to []watch.Action
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
	v.LookAlong(w)
	return nil
}
