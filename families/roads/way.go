package roads

import (
	"kernelscope/render"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/session"
)

// Way is the state of a map view that another view takes over.
type Way struct {
	Map     *scene.Map // without changes
	Source  geom.Point
	Target  *geom.Point // nil for none
	Changes []session.Change
	Camera  *render.Camera // nil shows the whole map
}

// Changed returns the actions that reset all roads of a map and then apply the changes of w.
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
