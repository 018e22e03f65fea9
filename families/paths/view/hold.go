package view

import (
	"kernelscope/families/paths/session"
	"kernelscope/watch"
)

// held is a picture of searches that stays while they are made anew, up to the step that is shown: timing their dispatches needs
// that, and the map should not fall back meanwhile.
type held struct {
	moments [2]uint64 // of both searches, as they were drawn
}

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
