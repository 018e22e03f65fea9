package session

import (
	"cmp"

	"kernelscope/compute/prepared"
	"kernelscope/families/paths/session"
	"kernelscope/internal/clock"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// Apply carries out an action of this package, of the timeline, of roads, or of those that
// families share. Where it fails all stays as it was.
func (s *Session) Apply(a any) error {
	switch a := a.(type) {
	case SetView:
		s.view = a.View
		return s.follow()
	case timeline.SetClock:
		watch.SetClock(&s.transport, a.Clock)
	case timeline.Action:
		s.transport.Apply(a)
	case CancelOrder:
		if s.making != nil {
			s.making.cancel()
		}
	case watch.SetCompare:
		return s.setCompare(a.On)
	case watch.SetProfile:
		return s.setProfile(a.On)
	case watch.SetSecond:
		return s.move(s.sides.Chosen(a.On))
	case SetForm:
		return s.choose(a.Lane, choice{a.Form, s.chosen[a.Lane].values})
	case SetParam:
		c := s.chosen[a.Lane]
		values, err := c.values.With(prepared.Params(), s.sides[a.Lane].Limits(), a.Name, a.Value)
		if err != nil {
			return err
		}
		return s.choose(a.Lane, choice{c.form, values})
	}
	if s.m == nil {
		return nil // everything else is about a map
	}
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
	case SetLevel:
		s.level = a.Depth
		for _, l := range s.lanes.Active() {
			l.level = a.Depth
		}
	case session.Action:
		return s.work(a)
	}
	return nil
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

// root returns where trees begin: at the mouse, or at the source.
func (s *Session) root() uint32 {
	if s.view.Follow && s.mouse != graph.NoNode {
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
	for _, l := range s.lanes.Active() {
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
func (s *Session) work(a session.Action) error {
	start, next := clock.Now(), s.roads
	m, edges, err := next.Work(s.m, a)
	if err != nil || m == nil {
		s.roads = next
		return err
	}
	took := clock.Since(start)
	if err := s.reweigh(m.Graph, edges); err != nil {
		return err
	}
	s.m, s.roads, s.weighed, s.rest = m, next, took, 0
	s.roads.Took(took)
	return nil
}

// reweigh gives some edges the weights of a graph, if trees by them are possible.
func (s *Session) reweigh(g *graph.Graph, edges []uint32) error {
	if s.lanes[0] == nil {
		if s.making == nil {
			return nil
		}
		bound, err := prepared.NewBound(g) // that of the order is by the weights before
		if err == nil {
			s.bound = bound
		}
		return err
	}
	if err := s.bound.Change(g, edges); err != nil {
		return cmp.Or(s.bound.Change(s.m.Graph, edges), err)
	}
	for _, l := range s.lanes.Active() {
		if err := l.reweigh(g, edges); err != nil {
			return err
		}
	}
	return nil
}

// setCompare begins a comparison, or ends it; the first tree stays where it is. The first
// comparison is of the device and the host.
func (s *Session) setCompare(on bool) error {
	if on == s.compare {
		return nil
	}
	before := s.chosen[1]
	if first := s.chosen[0].form; before.form == "" {
		s.chosen[1].form = OnHost
		if first == OnHost || first == Auto && s.sides[0].Limits().IsSoftware {
			s.chosen[1].form = OnDevice
		}
	}
	if err := s.lanes.Compare(on, &s.transport, s.prepare); err != nil {
		s.chosen[1] = before
		return err
	}
	s.compare = on
	return nil
}
