package view

import (
	"kernelscope/families/paths/session"
	"kernelscope/watch"
)

// profile begins or ends the timing of dispatches. The picture of a search that rests stays until the search is back.
func (v *View) profile(a watch.SetProfile) error {
	before := v.Session.Snapshot()
	if err := v.Session.Apply(a); err != nil {
		return err
	}
	if t := before.Time; !t.Playing && t.At >= t.Position && v.Roads != nil {
		v.held = &held{}
		for i, l := range before.Lanes() {
			v.held.moments[i] = l.Moment
		}
	}
	return nil
}

// holds reports whether a picture is held, and lets it go when the searches are back, or go elsewhere.
func (v *View) holds(n *session.Snapshot) bool {
	if t := n.Time; v.held != nil && (t.Playing || t.Scrubbing || t.At >= t.Position) {
		v.held = nil
	}
	return v.held != nil
}
