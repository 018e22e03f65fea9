package session

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
	"kernelscope/scene"
	"kernelscope/scene/graph"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// lane is a search that is watched: alone, or one of two that are compared.
type lane struct {
	algorithm sssp.Algorithm
	values    compute.Values // as a person has chosen them
	solver    sssp.Solver
	*search
	moment uint64 // another number whenever the layers may have changed
	result *Result
	judge  watch.Judge
	// resume is how far the search must go on without being watched, to where the one
	// before it was.
	resume resume
}

// resume is a settled distance, or the end.
type resume struct {
	end   bool
	final uint32
}

// prepare puts a map on the device for an algorithm, in place of what the lane has.
// Where that fails the lane stays as it was.
func (l *lane) prepare(be compute.Backend, a sssp.Algorithm, m *scene.Map) error {
	solver, err := a.Prepare(be, m)
	if err != nil {
		return err
	}
	l.release()
	l.algorithm, l.solver = a, solver
	return nil
}

// reweigh gives the map of the solver other weights. The search goes on by the old ones
// where it is until it begins again.
func (l *lane) reweigh(be compute.Backend, m *scene.Map, edges []uint32) error {
	r, ok := l.solver.(sssp.Reweighter)
	if !ok {
		search := l.search
		solver, err := l.algorithm.Prepare(be, m)
		if err != nil {
			return err
		}
		search.release()
		l.solver.Release()
		l.solver = solver
		return nil
	}
	r.Reweigh(m, edges)
	return nil
}

// release releases all resources.
func (l *lane) release() {
	l.endRun()
	if l.solver != nil {
		l.solver.Release()
		l.solver = nil
	}
}

func (l *lane) endRun() {
	if l.search != nil {
		l.search.release()
		l.search = nil
	}
	l.result = nil
	l.judge.Drop()
}

// restart begins the query from the start. Where that fails the run before stays.
func (s *Session) restart(l *lane) error {
	q := &search{
		be: s.of(l), solver: l.solver, query: s.query(), values: watched(l.values), traced: s.traced, nodes: s.m.Graph.Nodes(),
		frames: watch.NewKeyframes[keyframe](s.of(l).Limits()), moment: &l.moment, onStep: s.options.Observe, profiler: s.profiler,
	}
	if err := q.start(); err != nil {
		return err
	}
	s.begins(q, l.algorithm)
	l.endRun()
	l.resume, l.search = resume{}, q
	return nil
}

// again begins the query from the start and goes on to where it was.
func (s *Session) again(l *lane) error {
	r := s.whereabouts(l)
	if err := s.restart(l); err != nil {
		return err
	}
	l.resume = r
	s.relink()
	return nil
}

// whereabouts returns how far another search in a lane must go without being watched. In a
// comparison the clock says how far, except at the end of both.
func (s *Session) whereabouts(l *lane) resume {
	if l.search == nil || l.resume != (resume{}) {
		return l.resume
	}
	if !s.compare {
		return resume{end: l.now.Done, final: l.now.Final}
	}
	if s.lanes[0].now.Done && s.lanes[1].search != nil && s.lanes[1].now.Done {
		s.transport.Apply(timeline.End{})
	}
	return resume{}
}

// closeBy is how many steps a search that goes on to where it was makes in one
// submission: it may go too far by as many.
const closeBy = 8

// catchUp goes on to where the search before was, until a time.
func (s *Session) catchUp(l *lane, until time.Time) (there bool, err error) {
	if l.resume == (resume{}) {
		return true, nil
	}
	for !l.now.Done && (l.resume.end || l.now.Final < l.resume.final) {
		to := l.At() + closeBy
		if l.resume.end {
			to = 1 << 30
		}
		if _, err := l.Seek(to, until); err != nil {
			return false, err
		}
		if time.Now().After(until) {
			break
		}
	}
	if !l.now.Done && (l.resume.end || l.now.Final < l.resume.final) {
		return false, nil
	}
	l.resume = resume{}
	s.transport.Reset(l.Reading(s.transport.State().Clock, l.At()))
	return true, nil
}

// set gives a lane another algorithm or other values. The query is repeated up to where it was.
func (s *Session) set(a watch.Set) error {
	l, err := s.laneOf(a.Lane)
	if err != nil {
		return err
	}
	before := watch.Choice[sssp.Algorithm]{Algorithm: l.algorithm, Values: l.values}
	c, other, err := before.After(a, s.algorithms, l.algorithm.Params(), s.of(l).Limits())
	switch {
	case err != nil || !other && c.Values.Equal(l.values):
		return err
	case !other:
		return s.setValues(l, c.Values)
	}
	return s.setAlgorithm(l, c, a.Values)
}

// setValues makes the same query with other values, up to where it was. Where that fails
// all stays as it was.
func (s *Session) setValues(l *lane, values compute.Values) error {
	before := l.values
	l.values = values
	err := s.again(l)
	if err != nil {
		l.values = before
	}
	return err
}

// adapt begins a run of another algorithm or on another map, with the values that it
// allows. If they do not fit together, all but given ones are left to the algorithm.
func (s *Session) adapt(l *lane, given compute.Values, begin func(*lane) error) error {
	l.values = l.values.Allowed(l.algorithm.Params(), s.of(l).Limits())
	err := begin(l)
	if errors.Is(err, compute.ErrValue) {
		l.values = maps.Clone(given)
		err = begin(l)
	}
	return err
}

// watched are the values of a search that is watched: its buckets are those of the
// algorithm's origin, in which people see what it does.
func watched(v compute.Values) compute.Values {
	out := compute.Values{sssp.Rule: sssp.ByGraph}
	maps.Copy(out, v)
	return out
}

func (s *Session) laneOf(i int) (*lane, error) {
	if active := s.active(); i >= 0 && i < len(active) {
		return active[i], nil
	}
	return nil, fmt.Errorf("session: there is no search %d", i)
}

// setAlgorithm puts the map on the device for another algorithm, with values of which some were given. If that
// fails, the present one stays.
func (s *Session) setAlgorithm(l *lane, c watch.Choice[sssp.Algorithm], given compute.Values) error {
	solver, err := c.Algorithm.Prepare(s.of(l), s.m)
	if err != nil {
		return err
	}
	r, before := s.whereabouts(l), *l
	l.algorithm, l.solver, l.values = c.Algorithm, solver, c.Values
	if err := s.adapt(l, given, s.restart); err != nil {
		solver.Release()
		l.algorithm, l.solver, l.values = before.algorithm, before.solver, before.values
		return err
	}
	before.solver.Release()
	s.findTuned()
	l.resume = r
	s.relink()
	return nil
}

// conclude reads the answer of a search that is at its end, and passes it to the
// oracle.
func (s *Session) conclude(l *lane) error {
	if l.result != nil || !l.now.Done {
		return nil
	}
	dist, err := l.run.Distances(context.Background())
	if err != nil {
		return err
	}
	q, m, a := s.query(), s.m, l.algorithm
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
	l.result = r
	// The oracle writes to memory that is not read before its answer is heard.
	r.truth = new(uint64)
	truth, marks, needed := r.truth, l.marks, make([]uint64, len(l.marks))
	r.needed = needed
	l.judge.Ask(func() error {
		t := oracle.Dijkstra(m.Graph, q.Source, q.Target)
		*truth = t.Relaxed
		settle(m.Graph, t.Dist, marks, t.Relaxed, needed)
		return measure.Verify(a, m.Graph, t, q.Target, dist)
	})
	return nil
}

// hear takes the oracle's verdict when it is there.
func (s *Session) hear(l *lane) {
	v := l.judge.Hear(s.options.Wait)
	if l.result == nil || l.result.Checked || !v.Heard {
		return
	}
	r := *l.result // snapshots hold the old one
	r.Checked, r.Wrong, r.Dijkstra, r.Needed = true, v.Wrong, *r.truth, r.needed
	r.Efficiency = math.NaN()
	if r.Dijkstra > 0 && (r.Reached || s.all) {
		r.Efficiency = float64(r.Dijkstra) / float64(max(1, l.now.Relaxed))
	}
	l.result = &r
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
