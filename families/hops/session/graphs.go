package session

import (
	"kernelscope/compute"
	"kernelscope/compute/bfs"
	"kernelscope/scene/graph"
	"kernelscope/watch"
)

// deviceGraph is a graph on a backend.
type deviceGraph struct {
	*bfs.Graph
	be compute.Backend
	of *graph.Graph
}

// holds reports whether that is a graph on a backend.
func (d *deviceGraph) holds(be compute.Backend, g *graph.Graph) bool {
	return d != nil && d.be == be && d.of == g
}

// graphOf returns the graph of the map on the backend of a lane. It uploads the graph if need be.
func (s *Session) graphOf(lane int) (*deviceGraph, error) {
	be, g := s.Sides[lane], s.m.Graph
	for _, d := range s.graphs {
		if d.holds(be, g) {
			s.graphs[lane] = d
			return d, nil
		}
	}
	on, err := bfs.New(be, g, bfs.AutoForm)
	if err != nil {
		return nil, err
	}
	s.graphs[lane] = &deviceGraph{on, be, g}
	return s.graphs[lane], nil
}

// kept lists the graphs, after it has dropped those of other maps and backends.
func (s *Session) kept() (all []watch.Resource) {
	for i, d := range s.graphs {
		if s.m == nil || !d.holds(s.Sides[i], s.m.Graph) {
			s.graphs[i] = nil
		} else {
			all = append(all, d)
		}
	}
	return all
}
