package view

import (
	"time"

	"kernelscope/cli"
	"kernelscope/families/roads"
	"kernelscope/families/trees/session"
)

// openWay takes over the way of another view. It opens the map unless it is already shown.
func (v *View) openWay(w roads.Way) error {
	if v.Session.Snapshot().Original != w.Map {
		if err := v.OpenMap(w.Map); err != nil {
			return err
		}
	}
	if err := cli.ApplyAll(v.Session, append(w.Changed(), session.SetSource{At: w.Source}, session.SetTarget{At: w.Target})...); err != nil {
		return err
	}
	if v.Fit(); w.Camera != nil {
		v.Camera = *w.Camera
	}
	v.moved = time.Now()
	return nil
}

// ShowSearch asks for the search from the source to the target, or to all nodes.
type ShowSearch struct{}

// showSearch passes the map with its ends and changed roads to the view of searches.
func (v *View) showSearch() error {
	n := v.Session.Snapshot()
	way := roads.Way{Map: n.Original, Source: n.Source.At, Changes: n.Changes}
	if !v.Fitted.Holds(v.Camera) {
		camera := v.Camera
		way.Camera = &camera
	}
	if n.Target != nil {
		way.Target = &n.Target.At
	}
	_, err := v.Hand(roads.Search{Way: way})
	return err
}
