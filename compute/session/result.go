package session

import (
	"context"

	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/scene/graph"
)

// judge asks the oracle, one question at a time: while a slider is dragged, runs end
// faster than it answers, and only the last one matters.
type judge struct {
	asked  *question    // not answered yet; nil when there is nothing to wait for
	heard  *question    // that the oracle is at work on
	answer chan verdict // nil while it has nothing to do
}

// question is a run that has ended.
type question struct {
	g    *graph.Graph
	q    sssp.Query
	dist []uint32
}

// verdict is what the oracle says of a run.
type verdict struct {
	relaxed uint64
	wrong   error
}

func (q *question) verdict() verdict {
	truth := oracle.Dijkstra(q.g, q.q.Source, q.q.Target)
	return verdict{truth.Relaxed, oracle.Verify(q.g, truth, q.q.Target, q.dist)}
}

// ask lets the oracle begin with what was asked last, if it is free.
func (j *judge) ask() {
	if j.asked == nil || j.answer != nil {
		return
	}
	q, answer := j.asked, make(chan verdict, 1)
	j.heard, j.answer = q, answer
	go func() { answer <- q.verdict() }()
}

// hear returns the verdict on what was asked last, nil where there is none yet; it
// waits for one, if there is to be any and wait says so.
func (j *judge) hear(wait bool) *verdict {
	for j.answer != nil {
		var v verdict
		if wait && j.asked != nil {
			v = <-j.answer
		} else {
			select {
			case v = <-j.answer:
			default:
				return nil
			}
		}
		j.answer = nil
		if j.heard == j.asked {
			j.asked = nil
			return &v
		}
		j.ask() // that run is of no interest any more
	}
	return nil
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
	s.judge.asked = &question{g, q, dist}
	s.judge.ask()
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
func (s *Session) hearOracle() {
	v := s.judge.hear(s.options.Wait)
	if v == nil {
		return
	}
	r := *s.result // snapshots hold the old one
	r.Checked, r.Wrong, r.Dijkstra = true, v.wrong, v.relaxed
	r.Efficiency = float64(v.relaxed) / float64(max(1, s.event.Relaxed))
	s.result = &r
}
