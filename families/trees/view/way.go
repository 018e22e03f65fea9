package view

import (
	"kernelscope/cli"
	"kernelscope/families/maps"
	"kernelscope/families/trees/session"
	"kernelscope/scene/geom"
)

// openWay takes over the way of another view. It opens the map unless it is already shown.
func (v *View) openWay(w maps.Way) error {
	if v.Session.Snapshot().Original != w.Map {
		if err := v.OpenMap(w.Map); err != nil {
			return err
		}
	}
	if err := cli.ApplyAll(v.Session, append(w.Changed(), session.SetSource{At: w.Source}, session.SetTarget{At: w.Target})...); err != nil {
		return err
	}
	v.LookAlong(w)
	return nil
}

// ShowSearch asks for the search from the source to the target, or to all nodes.
type ShowSearch struct{}

func (ShowSearch) Action() {}

// showSearch passes the map with its ends and changed roads to the view of searches.
func (v *View) showSearch() error {
	n := v.Session.Snapshot()
	ends := []geom.Point{n.Source.At}
	if n.Target != nil {
		ends = append(ends, n.Target.At)
	}
	_, err := v.Hand(maps.Search{Way: v.Way(n.Original, ends, n.Changes)})
	return err
}
