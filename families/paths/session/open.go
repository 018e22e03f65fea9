package session

import (
	"math"

	"kernelscope/compute"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// Open uploads a map and begins a query across it, paused. It releases the previous map. A map
// without roads is only shown.
func (s *Session) Open(m *scene.Map) error {
	if m.Graph.Nodes() == 0 {
		s.show(m)
		return nil
	}
	a := s.lanes[0].algorithm
	solver, err := a.Prepare(s.sides[0], m)
	if err != nil {
		return err
	}
	before := *s
	l := &s.lanes[0]
	s.m, s.compare, s.all, s.rank, s.past = m, false, false, 0, &past{}
	*l = lane{algorithm: l.algorithm, values: l.values, moment: l.moment, solver: solver}
	s.roads, s.inspected = s.roads.On(m), nil
	s.locator, s.connected = graph.NewLocator(m.Graph), m.Graph.Candidates()
	s.source, s.target = across(m.Graph, s.connected)
	if err := s.adapt(l, nil, s.restart); err != nil {
		solver.Release()
		*s = before
		return err
	}
	before.endExperiment()
	before.lanes[0].release()
	s.lanes[1].release()
	s.lab = nil
	s.findTuned()
	s.transport.Reset(0)
	s.relink()
	return nil
}

// Rebuild puts everything on another backend, since that of the first side was lost. Searches begin
// again, and come back to the timeline's position; an experiment ends.
func (s *Session) Rebuild(be compute.Backend) error {
	s.endExperiment()
	s.sides = s.sides.Rebuilt(be)
	s.profiler.Observe(s.sides)
	for _, l := range s.active() {
		resume := l.resume
		if err := l.prepare(s.of(l), l.algorithm, s.m); err != nil {
			return err
		}
		if err := s.restart(l); err != nil {
			return err
		}
		l.resume = resume
	}
	s.relink()
	return nil
}

// show takes a map that has nothing to search.
func (s *Session) show(m *scene.Map) {
	s.Release()
	s.m = m
	s.roads, s.inspected = s.roads.On(nil), nil
}

// across returns two nodes at opposite corners of a map.
func across(g *graph.Graph, nodes []uint32) (a, b uint32) {
	low, high := int64(math.MaxInt64), int64(math.MinInt64)
	for _, v := range nodes {
		sum := int64(g.At[v].X) + int64(g.At[v].Y)
		if sum < low {
			low, a = sum, v
		}
		if sum > high {
			high, b = sum, v
		}
	}
	return a, b
}
