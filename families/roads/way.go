package roads

import (
	"slices"

	"kernelscope/render"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/session"
)

// Way is what a view of a map hands to that of prepared trees.
type Way struct {
	Map     *scene.Map // as it was opened
	Source  geom.Point
	Target  *geom.Point // nil for none
	Changes []session.Change
	Camera  *render.Camera // nil for all of the map
}

// Search is a way that is handed to the view of searches.
type Search struct{ Way }

// HasChanges reports whether changes are those of the way.
func (w Way) HasChanges(changes []session.Change) bool {
	return slices.EqualFunc(w.Changes, changes, func(a, b session.Change) bool {
		return slices.Equal(a.Lines, b.Lines) && a.KMH == b.KMH && a.Factor == b.Factor && a.Closed == b.Closed
	})
}

// Changed returns the actions that give the roads of the map, whatever was done to them, the changes
// of the way.
func (w Way) Changed() []any {
	out := []any{session.ResetRoads{}}
	for _, c := range w.Changes {
		switch {
		case c.Closed:
			out = append(out, session.CloseRoad{Lines: c.Lines})
		case c.KMH > 0:
			out = append(out, session.SetRoadSpeed{Lines: c.Lines, KMH: c.KMH})
		default:
			out = append(out, session.ScaleRoad{Lines: c.Lines, Factor: c.Factor})
		}
	}
	return out
}
