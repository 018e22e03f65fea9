package view

import (
	"math"

	"kernelscope/compute/bfs"
	"kernelscope/families/hops/session"
	"kernelscope/scene"
	"kernelscope/scene/build"
	"kernelscope/scene/geom"
)

// rings is the map of a graph with long lines, as it is shown: with the levels of a search as rings.
type rings struct {
	of      *scene.Map // of the session; nil for none
	isWeb   bool
	root    uint32
	against bool // the root is a target
	shown   *scene.Map
}

// root returns the source of the shown search, or its target if it runs against the edges: of the pair
// that was chosen, else of the first.
func root(n *session.Snapshot) (v uint32, against bool) {
	p := n.Pairs[max(0, n.Follow)]
	if plan := n.Lanes[0].Plan; plan.Reverse && plan.Scheme != bfs.Paired {
		return p.Target, true
	}
	return p.Source, false
}

// Arrange places the nodes of a graph that would be a solid patch on rings around the root of the
// shown search. It is to be called when the map, the pairs or the shown pair may have changed.
func (v *View) Arrange() error {
	n := v.Session.Snapshot()
	if n.Map == nil || len(n.Pairs) == 0 || len(n.Lanes) == 0 {
		return nil
	}
	if v.rings.of != n.Map {
		v.rings = rings{of: n.Map, isWeb: build.IsWeb(n.Map)}
	}
	r := &v.rings
	if !r.isWeb {
		return nil
	}
	at, against := root(n)
	if r.shown != nil && r.root == at && r.against == against {
		return nil
	}
	r.root, r.against, r.shown = at, against, build.Rings(n.Map, at, against)
	return v.ShowMap(r.shown, func(*scene.Map) error { return nil })
}

// Shown returns the map as it is shown; nil for none.
func (v *View) Shown() *scene.Map { return v.snapshot().Map }

// snapshot returns the state of the session with the map as it is shown.
func (v *View) snapshot() *session.Snapshot {
	n := v.Session.Snapshot()
	if v.rings.shown != nil && v.rings.of == n.Map {
		n.Map = v.rings.shown
	}
	return n
}

// given returns the place in the session's map of the node that is nearest to a place in the shown map,
// or a place far away if none is within a distance, unless that is zero.
func (v *View) given(p *geom.Point, within float64) *geom.Point {
	if p == nil || v.rings.shown == nil {
		return p
	}
	nearest, least := 0, math.Inf(1)
	for i, q := range v.rings.shown.Graph.At {
		if d := math.Hypot(float64(q.X)-float64(p.X), float64(q.Y)-float64(p.Y)); d < least {
			nearest, least = i, d
		}
	}
	if within > 0 && least > within {
		return &geom.Point{X: math.MaxInt32, Y: math.MaxInt32}
	}
	return &v.rings.of.Graph.At[nearest]
}
