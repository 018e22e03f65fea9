package live

import (
	"kernelscope/families/paths/session"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/watch"
)

// Change is a change of roads: of the speed or the weights of lines of the map. If it has neither, it closes them.
type Change struct {
	Lines  []uint32    `json:"lines"`
	KMH    float64     `json:"kmh,omitempty"`
	Factor float64     `json:"factor,omitempty"` // of weights
	At     *geom.Point `json:"at,omitempty"`     // of its sign
	Sign   string      `json:"sign,omitempty"`   // its text; empty where lines are closed
}

// Roads are the changes of roads, and the road that a person has picked.
type Roads struct {
	Changes []Change `json:"changes,omitempty"`
	Picked  *Picked  `json:"picked,omitempty"`
}

// Picked is the road whose speed is changed next.
type Picked struct {
	Lines []uint32 `json:"lines"`
	Title string   `json:"title"`
	Share float64  `json:"share"` // of its own speed, in percent
}

// ChangesOf describes changes as scenes have them.
func ChangesOf(all []session.Change) (out []Change) {
	for _, c := range all {
		out = append(out, Change{Lines: c.Lines, KMH: c.KMH, Factor: c.Factor})
	}
	return out
}

// road returns the change of the session.
func (c Change) road() session.Change {
	return session.Change{Lines: c.Lines, KMH: c.KMH, Factor: c.Factor, Closed: c.KMH == 0 && c.Factor == 0}
}

// repeated returns the actions that make the changes of a scene.
func repeated(all []Change) []watch.Action {
	var out []session.Change
	for _, c := range all {
		out = append(out, c.road())
	}
	return session.Repeated(out)
}

// roadsOf describes the roads of a map; nil if nothing was done to them. share is as for session.Change.Sign.
func roadsOf(m *scene.Map, r session.Roads, share bool) *Roads {
	if len(r.Changes) == 0 && r.Picked == nil {
		return nil
	}
	out := &Roads{Changes: ChangesOf(r.Changes)}
	for i, c := range r.Changes {
		if out.Changes[i].At = &c.At; !c.Closed {
			out.Changes[i].Sign = c.Sign(share)
		}
	}
	if p := r.Picked; p != nil {
		out.Picked = &Picked{p.Lines, p.Title(m), session.ShareOf(p)}
	}
	return out
}

// onRoads returns the action of a request about roads; nil for others.
func (r Request) onRoads(now session.Roads) watch.Action {
	switch {
	case r.Do == "pick-road":
		return session.PickRoad{At: geom.Point{X: r.X, Y: r.Y}, Within: r.Within}
	case r.Do == "road" && now.Picked != nil:
		return session.SetShare(now.Picked, r.At)
	case r.Do == "road":
		return session.DropRoad{}
	case r.Do == "reset-roads":
		return session.ResetRoads{}
	}
	return nil
}
