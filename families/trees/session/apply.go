package session

import (
	"cmp"
	"slices"

	"kernelscope/compute/prepared"
	"kernelscope/families/paths/session"
	"kernelscope/internal/clock"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
	"kernelscope/watch"
)

// act executes an action of this package or of roads. Without a map most do nothing.
func (s *Session) act(a watch.Action) (taken bool, err error) {
	switch a := a.(type) {
	case SetView:
		s.view = a.View
		return true, cmp.Or(s.beginSurvey(s.Lanes[0]), s.follow())
	case CancelOrder:
		if s.making != nil {
			s.making.cancel()
		}
		return true, nil
	case watch.SetCompare:
		s.chooseSecond()
	case SetSource, SetTarget, PointAt, SetBand, SetWithin, SetPlaces, TogglePlace, SetLevel, session.RoadAction:
		if s.m == nil {
			return true, nil
		}
		return true, s.actOnMap(a)
	}
	return false, nil
}

// actOnMap executes an action on the map.
func (s *Session) actOnMap(a watch.Action) error {
	switch a := a.(type) {
	case SetSource:
		return s.setSource(a)
	case SetTarget:
		return s.setTarget(a)
	case PointAt:
		s.mouse = graph.NoNode
		if a.At != nil {
			s.mouse = s.near(*a.At, a.Within)
		}
		return s.follow()
	case SetBand:
		s.given, s.reach = a.Width, 0
	case SetWithin:
		s.within = min(a.Limit, prepared.Unreached-1)
	case SetPlaces:
		s.places = a
		s.listed++
	case TogglePlace:
		return s.togglePlace(a)
	case SetLevel:
		s.level = a.Depth
		for _, l := range s.Lanes.Active() {
			l.level = a.Depth
		}
	case session.RoadAction:
		return s.work(a)
	}
	return nil
}

// chooseSecond chooses the form of the first comparison, which is of the device and the host.
func (s *Session) chooseSecond() {
	if s.Chosen[1].Algorithm != "" {
		return
	}
	s.Chosen[1].Algorithm = OnHost
	if first := s.Chosen[0].Algorithm; first == OnHost || first == Auto && s.Sides[0].Limits().IsSoftware {
		s.Chosen[1].Algorithm = OnDevice
	}
}

// near returns the node that a person means, graph.NoNode where there is none.
func (s *Session) near(p geom.Point, within float64) uint32 {
	g := s.m.Graph
	return s.locator.Snap(p, within, func(v uint32) bool { return g.Component[v] == g.Largest })
}

func (s *Session) setSource(a SetSource) error {
	v := s.near(a.At, a.Within)
	if v == graph.NoNode {
		if a.Drag {
			return nil // until the mouse comes near to a road again
		}
		return graph.ErrFar
	}
	s.source = v
	if !a.Drag {
		s.reach = 0 // the colours fit the new tree
	}
	return s.follow()
}

func (s *Session) setTarget(a SetTarget) error {
	if a.At == nil {
		s.target = graph.NoNode
		return nil
	}
	v := s.near(*a.At, a.Within)
	if v == graph.NoNode {
		return graph.ErrFar
	}
	s.target = v
	return nil
}

// togglePlace adds a place, or removes it.
func (s *Session) togglePlace(a TogglePlace) error {
	v := s.near(a.At, a.Within)
	if v == graph.NoNode {
		return graph.ErrFar
	}
	list := slices.DeleteFunc(slices.Clone(s.places.List), func(p Destination) bool { return p.Node == v })
	if len(list) == len(s.places.List) {
		list = append(list, Destination{Node: v})
	}
	s.places = SetPlaces{List: list}
	s.listed++
	return nil
}

// root returns where trees begin: at the mouse, or at the source.
func (s *Session) root() uint32 {
	if s.view.Follow && !s.view.Colour.OfAll() && s.mouse != graph.NoNode {
		return s.mouse
	}
	return s.source
}

// focus returns the node of the front that is shown.
func (s *Session) focus() uint32 {
	if s.mouse != graph.NoNode {
		return s.mouse
	}
	return s.source
}

// follow makes trees begin where they should.
func (s *Session) follow() error {
	for _, l := range s.Lanes.Active() {
		if l.focus = s.focus(); s.root() != l.source {
			s.rest = 0
		}
		if err := l.from(s.root()); err != nil {
			return err
		}
	}
	return nil
}

// work carries out an action on roads: new weights, customization, the tree, and its colours.
func (s *Session) work(a session.RoadAction) error {
	start, next := clock.Now(), s.roads
	m, edges, err := next.Work(s.m, a)
	if err != nil || m == nil {
		s.roads = next
		return err
	}
	elapsed := clock.Since(start)
	if err := s.reweigh(m.Graph, edges); err != nil {
		return err
	}
	if next.Last() == nil || !slices.Equal(next.Last(), s.roads.Last()) {
		s.before = s.m
	}
	s.m, s.roads, s.weighed, s.rest = m, next, elapsed, 0
	s.roads.Took(elapsed)
	return nil
}

// reweigh gives some edges the weights of a graph, if trees by them are possible.
func (s *Session) reweigh(g *graph.Graph, edges []uint32) error {
	if s.Lanes[0] == nil {
		if s.making == nil {
			return nil
		}
		bound, err := prepared.NewBound(g) // the order's is by the weights before
		if err == nil {
			s.bound = bound
		}
		return err
	}
	err := s.bound.Change(g, edges)
	for _, l := range s.Lanes.Active() {
		if err == nil {
			err = l.reweigh(g, edges)
		}
	}
	if err != nil {
		return cmp.Or(s.bound.Change(s.m.Graph, edges), err)
	}
	return nil
}
