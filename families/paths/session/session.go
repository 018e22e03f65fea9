// Package session drives a run: play, pause, step, change a parameter, inspect the state.
// Windows, recordings and tests use the same session and differ only in the source of steps. It
// knows no device and no panel.
package session

import (
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

// Options configure a session.
type Options struct {
	// Wait makes the end of a run wait for the oracle, so that scripts see the
	// same state every time. Windows leave it false and continue drawing.
	Wait bool
	// Observe receives every event.
	Observe func(sssp.Event)
	Seed    uint64 // of random queries
	// Place describes where experiments run; the session adds the map.
	Place  experiment.Place
	Tuning Tuning
}

// Session owns the searches that are watched: one, or two that are compared. It has one
// goroutine, that of its backends.
type Session struct {
	sides      watch.Sides
	algorithms []sssp.Algorithm
	options    Options
	rnd        *rand.Rand

	m         *scene.Map
	locator   *graph.Locator
	connected []uint32

	source, target uint32
	rank           int // by which the target was chosen; zero for another one
	all            bool
	view           View

	lanes     [2]lane // the second one only in a comparison
	compare   bool
	traced    bool
	profiler  *watch.Profiler // of dispatches; nil if not requested
	past      *past
	transport timeline.Transport

	roads     Roadwork
	inspected *Inspection    // nil while nothing is
	lab       *lab           // nil before there was an experiment
	tuned     compute.Values // kept for this map and search; nil if there is none
}

// New returns a session without a map, with the available algorithms, the default first.
func New(be compute.Backend, algorithms []sssp.Algorithm, o Options) *Session {
	s := &Session{
		sides: watch.Both(be), algorithms: algorithms, options: o, rnd: rand.New(rand.NewPCG(o.Seed, 1)),
		traced: true, past: &past{}, transport: timeline.New(40),
	}
	for i := range s.lanes {
		s.lanes[i] = lane{algorithm: algorithms[0], values: compute.Values{}}
	}
	return s
}

// active lists the lanes that run.
func (s *Session) active() []*lane {
	switch {
	case s.lanes[0].search == nil:
		return nil
	case s.compare:
		return []*lane{&s.lanes[0], &s.lanes[1]}
	}
	return []*lane{&s.lanes[0]}
}

// relink passes the searches to the transport.
func (s *Session) relink() {
	var lines []timeline.Line
	for _, l := range s.active() {
		lines = append(lines, l)
	}
	s.transport.SetLines(lines...)
}

// Release releases the searches.
func (s *Session) Release() {
	s.endExperiment()
	s.lab, s.tuned, s.inspected = nil, nil, nil
	for i := range s.lanes {
		s.lanes[i].release()
	}
	s.relink()
	s.m = nil
}

func (s *Session) query() sssp.Query {
	if s.all {
		return sssp.Query{Source: s.source, Target: graph.NoNode}
	}
	return sssp.Query{Source: s.source, Target: s.target}
}

// restartAll begins the query from the start.
func (s *Session) restartAll() error {
	s.transport.Reset(0)
	for i := range s.lanes {
		if i == 0 || s.compare {
			if err := s.restart(&s.lanes[i]); err != nil {
				return err
			}
		}
	}
	s.relink()
	return nil
}

// eachLane does something with the lanes, until one fails.
func (s *Session) eachLane(do func(*lane) error) error {
	for _, l := range s.active() {
		if err := do(l); err != nil {
			return err
		}
	}
	return nil
}

// Apply executes an action of this package or of the timeline. On an error nothing changes.
func (s *Session) Apply(a watch.Action) error {
	switch a := a.(type) {
	case SetView:
		s.view = a.View
		return nil
	case timeline.SetClock:
		return s.setClock(a.Clock)
	case watch.SetSecond:
		return s.setSecond(a.On)
	case timeline.Control:
		s.move(a)
		return nil
	}
	if s.lanes[0].search == nil && isOfSearch(a) {
		return nil
	}
	switch a := a.(type) {
	case watch.Set:
		return s.set(a)
	case watch.SetCompare:
		return s.setCompare(a.On)
	case SetTrace:
		return s.setTrace(a.On)
	case watch.SetProfile:
		return s.setProfile(a.On)
	case Inspect:
		return s.inspect(a)
	case SeekNode:
		return s.seekNode(a)
	case SetEnds:
		return s.setEnds(a)
	case SetTargetAll:
		if s.all != a.All {
			s.setAll(a.All)
			return s.restartAll()
		}
	case RunExperiment:
		return s.runExperiment(a)
	case ShowRows:
		if s.lab != nil {
			s.lab.hidden, s.lab.first = a.N >= 0, a.N
		}
	case CancelExperiment:
		s.endExperiment()
	case ApplySetting:
		return s.applySetting(a.Setting)
	case UseTuned:
		return s.applySetting(experiment.Setting{Algorithm: s.lanes[0].algorithm.Name(), Values: s.tuned})
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
	default:
		return watch.NotTaken(a)
	}
	return nil
}

// searchBetween begins another query.
func (s *Session) searchBetween(source, target uint32, rank int) error {
	s.source, s.target, s.rank = source, target, rank
	s.setAll(false)
	return s.restartAll()
}

// move moves in time. What a person asks for ends the way back to where a search was.
func (s *Session) move(a timeline.Control) {
	switch a.(type) {
	case timeline.SetSpeed, timeline.SetFit, timeline.SetLoop:
	case timeline.Play:
	default:
		for _, l := range s.active() {
			l.resume = resume{}
		}
	}
	s.transport.Apply(a)
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
		return s.eachLane(s.again)
	}
	if err := s.restartAll(); err != nil {
		return err
	}
	s.transport.Apply(timeline.Play{})
	return nil
}

// Advance advances time: playing searches execute the steps that are due, for about the budget,
// at least a little. A running experiment gets all of the budget.
func (s *Session) Advance(dt, budget time.Duration) error {
	if s.experimenting() {
		s.advanceExperiment(budget)
		return nil
	}
	until := time.Now().Add(budget)
	for _, l := range s.active() {
		if there, err := s.catchUp(l, until); err != nil || !there {
			return err
		}
	}
	if there, err := s.survey(until); err != nil || !there {
		return err
	}
	if err := s.stays(s.transport.Advance(dt, budget)); err != nil {
		return err
	}
	if err := s.inspectAgain(); err != nil {
		return err
	}
	return s.judge()
}

// judge concludes searches that are at their ends, and hears the oracle.
func (s *Session) judge() error {
	for _, l := range s.active() {
		if !l.whole {
			l.result = nil // another course was begun
		}
		if err := s.conclude(l); err != nil {
			return err
		}
		s.hear(l)
	}
	return nil
}

// Run goes to the state after some steps, or to the end if there are fewer, however long it
// takes.
func (s *Session) Run(step int) error {
	if err := s.Settle(); err != nil { // now the clock knows what it needs
		return err
	}
	s.move(timeline.Seek{Step: step})
	if step >= math.MaxInt32 {
		s.move(timeline.End{})
	}
	return s.Settle()
}

// Settle completes all remaining work, however long it takes.
func (s *Session) Settle() error {
	for _, l := range s.active() {
		for there := false; !there; {
			var err error
			if there, err = s.catchUp(l, time.Now().Add(time.Hour)); err != nil {
				return err
			}
		}
	}
	for there := false; !there; {
		var err error
		if there, err = s.survey(time.Now().Add(time.Hour)); err != nil {
			return err
		}
	}
	if err := s.stays(s.transport.Settle()); err != nil {
		return err
	}
	return s.judge()
}

// Waiting reports whether background work is in progress.
func (s *Session) Waiting() bool {
	for _, l := range s.active() {
		if l.resume != (resume{}) || l.result != nil && !l.result.Checked {
			return true
		}
	}
	return s.experimenting() || !s.surveyed() || s.transport.Waiting()
}

// Layers updates the layers of a lane and returns them.
func (s *Session) Layers(e compute.Encoder, lane int) []compute.Layer {
	l, err := s.laneOf(lane)
	if err != nil {
		return nil
	}
	return l.search.Layers(e)
}

func (s *Session) end(v uint32) End {
	g := s.m.Graph
	return End{Node: v, At: g.At[v], ID: g.ID[v]}
}
