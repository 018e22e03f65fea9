package session

import (
	"kernelscope/compute"
	"kernelscope/compute/bfs"
	"kernelscope/scene"
	"kernelscope/watch"
)

// put puts the graph of a map on the devices of both sides.
func (s *Session) put(m *scene.Map) (on [2]*bfs.Graph, err error) {
	if on[0], err = bfs.New(s.sides[0], m.Graph, bfs.AutoForm); err != nil {
		return on, err
	}
	if on[1] = on[0]; s.sides[1] != s.sides[0] {
		if on[1], err = bfs.New(s.sides[1], m.Graph, bfs.AutoForm); err != nil {
			on[0].Release()
		}
	}
	return on, err
}

// release gives back what put has made.
func release(on [2]*bfs.Graph) {
	if on[0] != nil {
		on[0].Release()
	}
	if on[1] != on[0] {
		on[1].Release()
	}
}

// Rebuild puts everything on another backend, since that of the first side was lost. Searches begin
// again, and come back to the timeline's position.
func (s *Session) Rebuild(be compute.Backend) error { return s.move(s.sides.Rebuilt(be)) }

// move puts everything on other backends. Where that fails all stays as it was.
func (s *Session) move(to watch.Sides) error {
	sides, graphs := s.sides, s.on
	if to == sides {
		return nil
	}
	s.sides = to
	s.took.On(to)
	if s.m == nil {
		return nil
	}
	on, err := s.put(s.m)
	if err == nil {
		if err = s.again(s.transport.Position(), func(n *Session) { n.on = on }); err != nil {
			release(on)
		}
	}
	if err != nil {
		s.sides = sides
		s.took.On(sides)
		return err
	}
	release(graphs)
	return nil
}

// setCompare begins a comparison, or ends it; the first scheme stays where it is.
func (s *Session) setCompare(on bool) error {
	if on == s.compare {
		return nil
	}
	err := s.lanes.Compare(on, &s.transport, s.prepare)
	if err == nil {
		s.compare = on
	}
	return err
}
