package session

import (
	"context"
	"math"

	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
	"kernelscope/scene/graph"
)

// Conclude reads the answer of a search that is at its end, passes it to the oracle, and hears that.
func (s *search) Conclude(wait bool) error {
	err := s.conclude()
	s.hear(wait)
	return err
}

// conclude reads the answer of a search that is at its end, and passes it to the
// oracle.
func (s *search) conclude() error {
	if s.result != nil || !s.now.Done {
		return nil
	}
	dist, err := s.run.Distances(context.Background())
	if err != nil {
		return err
	}
	q, m, a := s.query, s.m, s.solver.algorithm
	r := &Result{}
	r.Farthest, r.Nodes = reach(dist)
	if q.Target != graph.NoNode && dist[q.Target] != graph.Unreached {
		r.Reached, r.Distance = true, dist[q.Target]
		edges, err := sssp.Path(m.Graph, dist, q.Source, q.Target)
		if err != nil {
			return err
		}
		if m.Names != nil {
			r.Legs = m.Directions(edges)
		}
		for _, e := range edges {
			r.Path = m.EdgePoints(r.Path, e)
			if m.Metric != graph.ByWeight {
				r.Seconds += float64(m.Graph.Time[e]) / 10
				r.Metres += float64(m.Graph.Length[e]) / 10
			}
		}
	}
	s.result = r
	// The oracle writes to memory that is not read before its answer is heard.
	r.truth = new(uint64)
	truth, marks, needed := r.truth, s.marks, make([]uint64, len(s.marks))
	r.needed = needed
	s.judge.Ask(func() error {
		t := oracle.Dijkstra(m.Graph, q.Source, q.Target)
		*truth = t.Relaxed
		settle(m.Graph, t.Dist, marks, t.Relaxed, needed)
		return measure.Verify(a, m.Graph, t, q.Target, dist)
	})
	return nil
}

// hear takes the oracle's verdict when it is there.
func (s *search) hear(wait bool) {
	v := s.judge.Hear(wait)
	if s.result == nil || s.result.Checked || !v.Heard {
		return
	}
	r := *s.result // snapshots hold the old one
	r.Checked, r.Wrong, r.Dijkstra, r.Needed = true, v.Wrong, *r.truth, r.needed
	r.Efficiency = math.NaN()
	if r.Dijkstra > 0 && (r.Reached || s.query.Target == graph.NoNode) {
		r.Efficiency = float64(r.Dijkstra) / float64(max(1, s.now.Relaxed))
	}
	s.result = &r
}

// reach returns the greatest distance of the nodes that were reached, and their number.
func reach(dist []uint32) (most uint32, nodes int) {
	for _, d := range dist {
		if d != graph.Unreached {
			most, nodes = max(most, d), nodes+1
		}
	}
	return most, nodes
}
