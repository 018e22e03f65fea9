package session

import (
	"context"
	"time"

	"kernelscope/compute/sssp"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

// Inspect inspects the node and the road of a lane at a place, within a distance in units; nil
// ends it.
type Inspect struct {
	Lane   int
	At     *geom.Point
	Within float64
}

func (Inspect) Action() {}

// inspect looks at the requested node or line.
func (s *Session) inspect(a Inspect) error {
	if a.At == nil {
		s.inspected = nil
		return nil
	}
	l, err := s.laneOf(a.Lane)
	if err != nil {
		return err
	}
	i := &Inspection{Lane: a.Lane, version: l.version, at: time.Now()}
	if r := s.roads.roadAt(s.m, *a.At, a.Within); r != nil {
		i.Road = &RoadInspection{
			RoadName: s.m.NameOf(r.at[0]), Class: r.Class, KMH: r.KMH, Metres: r.Metres, Closed: r.Closed,
			OneWay: len(s.m.EdgesOf(nil, r.at[0])) == 1 && !r.Both,
		}
		if s.m.Metric == graph.ByWeight {
			i.Road.KMH = 0
		}
	}
	if v := s.locator.Snap(*a.At, a.Within, func(uint32) bool { return true }); v != graph.NoNode {
		i.Node = &NodeInspection{End: s.end(v)}
		if err := s.look(l, i.Node); err != nil {
			return err
		}
		if !s.Transport.State().Playing {
			if err := s.findSteps(l, i.Node); err != nil {
				return err
			}
		}
		i.version = l.version
	}
	s.inspected = i
	if i.Node == nil && i.Road == nil {
		s.inspected = nil
	}
	return nil
}

// inspectAgain renews the shown values of a node of a search that has moved on, now and then.
func (s *Session) inspectAgain() error {
	const often = 150 * time.Millisecond
	i := s.inspected
	if i == nil || i.Node == nil || !s.Wait && time.Since(i.at) < often {
		return nil
	}
	l, err := s.laneOf(i.Lane)
	if err != nil || l.version == i.version {
		return nil
	}
	now, node := *i, *i.Node // snapshots hold the old one
	now.Node, now.version, now.at = &node, l.version, time.Now()
	if err := s.look(l, &node); err != nil {
		return err
	}
	s.inspected = &now
	return nil
}

// word reads a node's word of the layer of states: its state, and its distance.
func (s *Session) word(l *search, v uint32) (state int, dist uint32, err error) {
	for _, layer := range l.Layers(l.solver.be) {
		if layer.Kind == sssp.NodeStates {
			var word [1]uint32
			err := l.solver.be.Read(context.Background(), layer.Buffer, int(v), word[:])
			state, dist := sssp.StateOf(word[0])
			return state, dist, err
		}
	}
	return 0, graph.Unreached, nil
}

// fromSource returns the distance of a node from the source so far.
func (s *Session) fromSource(l *search, v uint32) (d uint32, err error) {
	if both, ok := l.run.(sssp.BothEnds); ok {
		d, _ = both.FromEnds(v)
		return d, nil
	}
	_, d, err = s.word(l, v)
	return d, err
}

// look reads how far a search is with a node.
func (s *Session) look(l *search, n *NodeInspection) (err error) {
	if n.State, n.Distance, err = s.word(l, n.Node); err != nil {
		return err
	}
	n.Parent, n.Ahead = nil, graph.Unreached
	if both, ok := l.run.(sssp.BothEnds); ok {
		n.Distance, n.Ahead = both.FromEnds(n.Node)
	}
	g := s.m.Graph
	if n.Distance == graph.Unreached || n.Node == s.source {
		return nil
	}
	for k := g.FirstIn[n.Node]; k < g.FirstIn[n.Node+1]; k++ {
		d, err := s.fromSource(l, g.Tail[k])
		if err != nil {
			return err
		}
		if d != graph.Unreached && uint64(d)+uint64(g.Weight[g.InEdge[k]]) == uint64(n.Distance) {
			parent := s.end(g.Tail[k])
			n.Parent = &parent
			return nil
		}
	}
	return nil
}

// findSteps finds the steps that reached a node, among those that were made, and goes back to
// the present one. It gives up where that takes longer than a person waits.
func (s *Session) findSteps(l *search, n *NodeInspection) error {
	const patience = 400 * time.Millisecond
	if !l.canRewind() || l.resume != (resume{}) {
		return nil
	}
	was, until := l.At(), time.Now().Add(patience)
	made, _ := l.Length()
	if _, err := l.Seek(made, until); err != nil {
		return err
	}
	_, last, err := s.word(l, n.Node)
	found := func(holds func(d uint32) bool) (int, error) {
		step, err := l.stepOf(func() (bool, error) {
			if time.Now().After(until) {
				return true, nil
			}
			_, d, err := s.word(l, n.Node)
			return holds(d), err
		})
		if time.Now().After(until) {
			step = 0
		}
		return step, err
	}
	if err == nil && last != graph.Unreached && n.Node != s.source {
		n.Reached, err = found(func(d uint32) bool { return d != graph.Unreached })
		if err == nil {
			n.Settled, err = found(func(d uint32) bool { return d == last })
		}
	}
	if err != nil {
		return err
	}
	_, err = l.Seek(was, time.Now().Add(time.Minute))
	return err
}
