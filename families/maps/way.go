package maps

import (
	"slices"
	"time"

	"kernelscope/families/paths/session"
	"kernelscope/render"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/watch"
)

// Way is the state of a map view that another view takes over.
type Way struct {
	Map     *scene.Map // without changes
	Source  geom.Point
	Target  *geom.Point // nil for none
	Changes []session.Change
	Camera  *render.Camera // nil shows the whole map
}

// Search is a way that the view of searches takes over.
type Search struct{ Way }

// HasChanges reports whether the changes of w equal others.
func (w Way) HasChanges(changes []session.Change) bool {
	return slices.EqualFunc(w.Changes, changes, func(a, b session.Change) bool {
		return slices.Equal(a.Lines, b.Lines) && a.KMH == b.KMH && a.Factor == b.Factor && a.Closed == b.Closed
	})
}

// Changed returns the actions that reset all roads of a map and then apply the changes of w.
func (w Way) Changed() []watch.Action {
	return append([]watch.Action{session.ResetRoads{}}, session.Repeated(w.Changes)...)
}

// Way returns the state of the view for another one. ends are its source and, unless there is none, its
// target.
func (v *View) Way(m *scene.Map, ends []geom.Point, changes []session.Change) Way {
	w := Way{Map: m, Source: ends[0], Changes: changes}
	if len(ends) > 1 {
		w.Target = &ends[1]
	}
	if v.elsewhere() {
		camera := v.Camera
		w.Camera = &camera
	}
	return w
}

// LookAlong takes over the camera of another view.
func (v *View) LookAlong(w Way) {
	if v.Fit(); w.Camera != nil {
		v.Camera = *w.Camera
	}
	v.moved = time.Now()
}
