package roads

import (
	"kernelscope/render"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/session"
)

// Way is what a view of a map hands to another one.
type Way struct {
	Map     *scene.Map // as it was opened
	Source  geom.Point
	Target  *geom.Point // nil for none
	Changes []session.Change
	Camera  *render.Camera // nil for all of the map
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
