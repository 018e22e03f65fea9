// Package session shows searches for shortest paths step by step: play, pause, step, change a
// parameter, inspect the state. Windows, recordings and tests use the same session and differ only
// in who requests steps. It depends on neither a device nor a panel.
package session

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// New returns a session without a map, with the available algorithms, the default first.
func New(be compute.Backend, algorithms []sssp.Algorithm, o Options) *Session {
	s := &Session{options: o, rnd: rand.New(rand.NewPCG(o.Seed, 1)), traced: true, past: &past{}, version: new(uint64), stay: -1}
	chosen := func() watch.Choice[sssp.Algorithm] {
		return watch.Choice[sssp.Algorithm]{Algorithm: algorithms[0], Values: compute.Values{}}
	}
	s.Session = watch.NewSession(be, algorithms, chosen(), chosen(), 40, watch.Hooks[*search]{
		Save: watch.Saving(s), Prepare: s.prepare, Act: s.act, Clock: s.checkClock, Changed: s.changed, Ready: s.ready, Moved: s.moved, Busy: s.busy, Kept: s.kept,
	})
	s.Wait = o.Wait
	return s
}

// Open uploads a map and begins a query across it, paused. It releases the previous map. A map
// without roads is only shown.
func (s *Session) Open(m *scene.Map) error {
	running := s.experiment
	err := s.Change(func() error {
		s.m, s.Compared, s.all, s.rank, s.past, s.trial, s.aim = m, false, false, 0, &past{}, nil, aim{}
		s.shelve()
		s.roads, s.inspected, s.experiment, s.tuned = s.roads.On(m), nil, nil, nil
		s.Clear()
		if m.Graph.Nodes() == 0 {
			s.roads = s.roads.On(nil)
			return nil
		}
		s.locator, s.connected = graph.NewLocator(m.Graph), m.Graph.Candidates()
		s.source, s.target = across(m, s.connected)
		s.findTuned()
		s.Transport.Reset(0)
		return s.Adapt(0, nil)
	})
	if err == nil {
		running.end()
	}
	return err
}

// across returns two nodes at opposite corners of a map, in the part that the first picture shows.
func across(m *scene.Map, nodes []uint32) (a, b uint32) {
	low, high := int64(math.MaxInt64), int64(math.MinInt64)
	g, core := m.Graph, m.Core()
	if shown := slices.DeleteFunc(slices.Clone(nodes), func(v uint32) bool { return !core.Within(g.At[v], 0) }); len(shown) > 1 {
		nodes = shown
	}
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

// Release releases the searches.
func (s *Session) Release() {
	s.endExperiment()
	s.Session.Release()
	s.solvers, s.experiment, s.charts, s.back, s.tuned, s.inspected, s.m = [2]*solver{}, nil, nil, 0, nil, nil, nil
}

func (s *Session) query() sssp.Query {
	if s.all {
		return sssp.Query{Source: s.source, Target: graph.NoNode}
	}
	return sssp.Query{Source: s.source, Target: s.target}
}

// restart begins the query from the start.
func (s *Session) restart() error {
	s.aim = aim{}
	s.Transport.Reset(0)
	s.Lanes = watch.Lanes[*search]{}
	return s.Remake()
}

// act executes an action of this package, or what it adds to a shared one. Before a map is open
// most do nothing.
func (s *Session) act(a watch.Action) (taken bool, err error) {
	switch a := a.(type) {
	case SetView:
		s.view = a.View
		return true, nil
	case timeline.SetClock:
	case timeline.SetSpeed:
		s.trial, s.aim = nil, aim{}
	case timeline.SetFit, timeline.SetLoop, timeline.Play:
	case timeline.Control: // what a person asks for ends the way back to where a search was
		s.stay = -1
		for _, l := range s.Lanes.Active() {
			l.resume = resume{}
		}
	case watch.SetCompare:
		return !s.Begun(), nil
	case SetTrace:
		return true, s.setTrace(a.On)
	default:
		if !isOfSearch(a) || !s.Begun() {
			return isOfSearch(a), nil
		}
		return true, s.actOnSearch(a)
	}
	return false, nil
}

// actOnSearch executes an action that needs a search.
func (s *Session) actOnSearch(a watch.Action) error {
	switch a := a.(type) {
	case Inspect:
		return s.inspect(a)
	case SeekNode:
		return s.seekNode(a)
	case SetEnds:
		return s.setEnds(a)
	case SetTargetAll:
		if s.all != a.All {
			s.setAll(a.All)
			return s.restart()
		}
	case RunExperiment:
		return s.runExperiment(a)
	case ShowRows:
		if s.experiment != nil {
			s.experiment.hidden, s.experiment.first = a.N >= 0, a.N
		}
	case ShowChart:
		if _, all := s.chart(); a.Back >= 0 && a.Back < all {
			s.back = a.Back
		}
	case CancelExperiment:
		s.endExperiment()
	case ApplySetting:
		return s.applySetting(a.Setting)
	case UseTuned:
		return s.applySetting(experiment.Setting{Algorithm: s.Chosen[0].Algorithm.Name(), Values: s.tuned})
	case RandomEnds:
		return s.searchBetween(s.connected[s.rnd.IntN(len(s.connected))], s.connected[s.rnd.IntN(len(s.connected))], 0)
	case SetRank:
		source := s.source
		if a.Random {
			source = graph.NoNode
		}
		q, err := measure.OfRank(s.m.Graph, source, a.Rank, s.rnd)
		if err != nil {
			return err
		}
		return s.searchBetween(q.Source, q.Target, q.Rank)
	case RoadAction:
		return s.work(a)
	}
	return nil
}

// changed follows an action on a lane.
func (s *Session) changed(a watch.Action) {
	switch a := a.(type) {
	case watch.Set:
		if a.Algorithm != "" && a.Lane == 0 {
			s.findTuned()
		}
	case watch.SetCompare:
		if a.On && s.Lanes[0].now.Done {
			s.Transport.Apply(timeline.End{})
		}
	}
}

// searchBetween begins another query.
func (s *Session) searchBetween(source, target uint32, rank int) error {
	s.source, s.target, s.rank = source, target, rank
	s.setAll(false)
	return s.restart()
}

// setAll turns between the way to a node and the ways to all.
func (s *Session) setAll(all bool) {
	if s.all != all {
		s.all = all
		s.findTuned()
	}
}

// isConnected reports whether a node is one of those that random queries choose from.
func (s *Session) isConnected(v uint32) bool {
	_, ok := slices.BinarySearch(s.connected, v)
	return ok
}

// nodeAt returns the node that a person means who points at p: as graph.Locator.Snap has it, or
// where there is none, the nearer end of a road within as many units; else graph.NoNode.
func (s *Session) nodeAt(p geom.Point, within float64) uint32 {
	if v := s.locator.Snap(p, within, s.isConnected); v != graph.NoNode {
		return v
	}
	r := s.roads.roadAt(s.m, p, within)
	if r == nil {
		return graph.NoNode
	}
	l := s.m.Lines[r.at[0]]
	if p.Metres(s.m.Graph.At[l.To]) < p.Metres(s.m.Graph.At[l.From]) {
		return l.To
	}
	return l.From
}

func (s *Session) setEnds(a SetEnds) error {
	source, target := s.source, s.target
	for _, end := range []struct {
		at *geom.Point
		to *uint32
	}{{a.Source, &source}, {a.Target, &target}} {
		if end.at == nil {
			continue
		}
		v := s.nodeAt(*end.at, a.Within)
		if v == graph.NoNode && a.Drag {
			return nil // until the mouse comes near to a road again
		}
		if v == graph.NoNode {
			return graph.ErrFar
		}
		*end.to = v
	}
	if source == s.source && target == s.target && (a.Drag || a.Target == nil || !s.all) {
		return nil
	}
	s.source, s.target, s.rank = source, target, 0
	if a.Target != nil {
		s.setAll(false)
	}
	if a.Drag {
		return s.Remake()
	}
	if err := s.restart(); err != nil {
		return err
	}
	s.Transport.Apply(timeline.Play{})
	return nil
}

// ready works until a time on what must be done before the transport moves. An experiment holds the device.
func (s *Session) ready(dt time.Duration, until time.Time) (bool, error) {
	if s.experimenting() && s.experiment.be != s.Sides[0] { // which was lost
		s.endExperiment()
	}
	if s.experimenting() {
		s.advanceExperiment(until)
		return false, nil
	}
	if err := s.try(); err != nil {
		return false, err
	}
	c := s.Transport.State().Clock
	for i, l := range s.Lanes.Active() {
		if at := l.At(); l.measure(c != timeline.Steps) && i == 0 {
			s.stay = at
		}
		if there, err := s.catchUp(l, until); err != nil || !there {
			return false, err
		}
	}
	there, err := s.Lanes.Survey(c, until)
	if there && s.stay >= 0 {
		s.Transport.Reset(s.Lanes[0].Reading(c, s.stay))
		s.stay = -1
	}
	if there {
		s.adapt(dt)
		s.timeRun(until)
	}
	return there, err
}

// moved leaves searches where they are, if the error is that they cannot go back, and renews the shown values of a
// node.
func (s *Session) moved(_ time.Time, err error) error {
	if errors.Is(err, errForwardOnly) {
		furthest := 0
		for _, l := range s.Lanes.Active() {
			furthest = max(furthest, l.At())
		}
		s.Transport.Apply(timeline.Seek{Step: furthest})
	}
	if err != nil {
		return err
	}
	return s.inspectAgain()
}

// busy reports whether something is left to do before the transport moves.
func (s *Session) busy() bool {
	for _, l := range s.Lanes.Active() {
		if l.resume != (resume{}) {
			return true
		}
	}
	return s.trial != nil || s.experimenting() || s.runDue()
}

// Run goes to the state after some steps, or to the end if there are fewer, however long it
// takes.
func (s *Session) Run(step int) error {
	if err := s.Settle(); err != nil { // now the clock knows what it needs
		return err
	}
	to := watch.Action(timeline.Seek{Step: step})
	if step >= math.MaxInt32 {
		to = timeline.End{}
	}
	return errors.Join(s.Apply(to), s.Settle())
}

func (s *Session) end(v uint32) End {
	g := s.m.Graph
	return End{Node: v, At: g.At[v], ID: g.ID[v]}
}
