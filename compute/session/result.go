package session

import (
	"context"

	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/scene/graph"
)

// verdict is what the oracle says of a run.
type verdict struct {
	relaxed uint64
	wrong   error
}

// conclude reads the answer and hands it to the oracle.
func (s *Session) conclude() error {
	dist, err := s.run.Distances(context.Background())
	if err != nil {
		return err
	}
	q, g := s.query(), s.m.Graph
	r := &Result{Farthest: farthest(dist)}
	if q.Target != graph.NoNode && dist[q.Target] != graph.Unreached {
		r.Reached, r.Distance = true, dist[q.Target]
		edges, err := sssp.Path(g, dist, q.Source, q.Target)
		if err != nil {
			return err
		}
		for _, e := range edges {
			r.Path = s.m.EdgePoints(r.Path, e)
			if s.m.Metric != graph.ByWeight {
				r.Seconds += float64(g.Time[e]) / 10
				r.Metres += float64(g.Length[e]) / 10
			}
		}
	}
	s.result = r
	verdicts := make(chan verdict, 1)
	s.oracle = verdicts
	go func() {
		truth := oracle.Dijkstra(g, q.Source, q.Target)
		verdicts <- verdict{truth.Relaxed, oracle.Verify(g, truth, q.Target, dist)}
	}()
	return nil
}

// farthest is the greatest distance of a node that was reached.
func farthest(dist []uint32) (most uint32) {
	for _, d := range dist {
		if d != graph.Unreached {
			most = max(most, d)
		}
	}
	return most
}

// hearOracle takes the verdict when it is there.
func (s *Session) hearOracle() error {
	if s.oracle == nil {
		return nil
	}
	var v verdict
	if s.options.Wait {
		v = <-s.oracle
	} else {
		select {
		case v = <-s.oracle:
		default:
			return nil
		}
	}
	s.oracle = nil
	r := *s.result // snapshots hold the old one
	r.Checked, r.Wrong, r.Dijkstra = true, v.wrong, v.relaxed
	r.Efficiency = float64(v.relaxed) / float64(max(1, s.event.Relaxed))
	s.result = &r
	return nil
}
