// Package session drives a run: play, pause, step, change a parameter, look at
// the state. Windows, recordings and tests use the same session and differ in
// who asks for steps. It knows no device and no panel.
package session

import (
	"context"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/sssp"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// Options steer a session.
type Options struct {
	// Wait makes the end of a run wait for the oracle, so that scripts see the
	// same state every time. Windows leave it false and go on drawing.
	Wait bool
	// Observe receives every event.
	Observe func(sssp.Event)
	Seed    uint64 // of random queries
	// Place is where experiments are carried out; the session adds the map.
	Place  experiment.Place
	Tuning Tuning
}

// Session owns a solver and its run. It has one goroutine, that of its backend.
type Session struct {
	be         compute.Backend
	algorithms []sssp.Algorithm
	algorithm  sssp.Algorithm // the one in use
	options    Options
	rnd        *rand.Rand

	m         *scene.Map
	locator   *graph.Locator
	connected []uint32
	solver    sssp.Solver
	values    compute.Values

	source, target uint32
	all            bool
	playing        bool
	speed          float64
	due            float64 // rounds that time has earned
	view           View

	run    sssp.Run
	next   func() (sssp.Event, error, bool)
	stop   func()
	event  sssp.Event
	rounds []sssp.Sizes
	result *Result
	judge  judge
	goal   goal
	moment uint64 // counts changes of the layers
	roads  roadwork

	lab       *lab           // nil before there was an experiment
	elsewhere time.Duration  // that the device has spent on experiments since the run began
	tuned     compute.Values // kept for this map and search; nil where there is none
}

// New makes a session without a map, with the algorithms that can be chosen, the
// first one at first.
func New(be compute.Backend, algorithms []sssp.Algorithm, o Options) *Session {
	return &Session{
		be: be, algorithms: algorithms, algorithm: algorithms[0], options: o, rnd: rand.New(rand.NewPCG(o.Seed, 1)),
		values: compute.Values{}, speed: 40, view: View{Panels: true},
	}
}

// Open puts a map on the device and begins a query across it, paused. The map
// before is released. A map without roads is only shown.
func (s *Session) Open(m *scene.Map) error {
	if m.Graph.Nodes() == 0 {
		s.show(m)
		return nil
	}
	solver, err := s.algorithm.Prepare(s.be, m)
	if err != nil {
		return err
	}
	s.Release()
	s.m, s.solver = m, solver
	s.roads = roadwork{original: m, stretch: s.roads.stretch}
	s.locator, s.connected = graph.NewLocator(m.Graph), m.Graph.Candidates()
	s.source, s.target = across(m.Graph, s.connected)
	s.all = false
	s.findTuned()
	return s.restart()
}

// show takes a map that has nothing to search.
func (s *Session) show(m *scene.Map) {
	s.Release()
	s.m, s.event, s.rounds, s.result = m, sssp.Event{}, nil, nil
	s.roads = roadwork{stretch: s.roads.stretch}
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

// Release gives the run and the solver back.
func (s *Session) Release() {
	s.endExperiment()
	s.lab, s.tuned = nil, nil
	s.endRun()
	if s.solver != nil {
		s.solver.Release()
		s.solver = nil
	}
	s.m = nil
}

func (s *Session) endRun() {
	if s.run != nil {
		s.stop()
		s.run.Release()
		s.run, s.next, s.stop = nil, nil, nil
	}
	s.judge.asked = nil
}

func (s *Session) query() sssp.Query {
	if s.all {
		return sssp.Query{Source: s.source, Target: graph.NoNode}
	}
	return sssp.Query{Source: s.source, Target: s.target}
}

// restart begins the query from the start.
func (s *Session) restart() error {
	s.endRun()
	s.event, s.rounds, s.result, s.due, s.goal, s.elsewhere = sssp.Event{}, nil, nil, 0, goal{}, 0
	run, err := s.solver.Start(s.query(), s.values)
	if err != nil {
		return err
	}
	s.run = run
	s.next, s.stop = iter.Pull2(run.Steps(context.Background()))
	s.event = sssp.Event{Near: 1, Target: graph.Unreached}
	s.moment++
	return nil
}

// again begins the query from the start and goes on to where it was.
func (s *Session) again() error {
	g := goal{end: s.done(), threshold: s.event.Threshold}
	if s.goal != (goal{}) {
		g = s.goal // it had not arrived
	}
	if err := s.restart(); err != nil {
		return err
	}
	s.goal = g
	return nil
}

func (s *Session) done() bool { return s.event.Done }

// Apply carries out an action.
func (s *Session) Apply(a Action) error {
	switch a := a.(type) {
	case SetSpeed:
		s.speed = max(0.1, min(MaxSpeed, a.RoundsPerSecond))
		return nil
	case SetView:
		s.view = a.View
		return nil
	}
	if s.run == nil {
		return nil // everything else is about a run
	}
	switch a := a.(type) {
	case Play:
		s.playing = true
		if s.done() {
			return s.restart()
		}
	case Pause:
		s.playing, s.goal = false, goal{}
	case Step:
		s.playing, s.goal = false, goal{}
		return s.exactly(max(1, a.Rounds))
	case Rerun:
		return s.restart()
	case Finish:
		s.goal = goal{end: true}
	case SetParam:
		return s.setParam(a)
	case SetAlgorithm:
		return s.setAlgorithm(a.Name)
	case SetEnds:
		return s.setEnds(a)
	case SetTargetAll:
		if s.all != a.All {
			s.setAll(a.All)
			return s.restart()
		}
	case PointAtRoad, PickRoad, DropRoad, SetWholeRoads, SetRoadSpeed, ScaleRoad, CloseRoad, ResetRoads:
		return s.work(a)
	case RunExperiment:
		return s.runExperiment(a)
	case CancelExperiment:
		s.endExperiment()
	case ApplySetting:
		return s.applySetting(a.Setting)
	case UseTuned:
		return s.applySetting(experiment.Setting{Algorithm: s.algorithm.Name(), Values: s.tuned})
	case RandomEnds:
		s.source, s.target = s.connected[s.rnd.IntN(len(s.connected))], s.connected[s.rnd.IntN(len(s.connected))]
		s.setAll(false)
		return s.restart()
	}
	return nil
}

// setAll turns between the way to a node and the ways to all.
func (s *Session) setAll(all bool) {
	if s.all != all {
		s.all = all
		s.findTuned()
	}
}

func (s *Session) setParam(a SetParam) error {
	for _, p := range s.algorithm.Params() {
		if p.Name == a.Name {
			s.values[a.Name] = min(a.Value, p.Max)
			return s.again()
		}
	}
	return fmt.Errorf("session: there is no parameter %q", a.Name)
}

// setAlgorithm puts the map on the device for another algorithm. Where that
// fails the one before stays.
func (s *Session) setAlgorithm(name string) error {
	i := slices.IndexFunc(s.algorithms, func(a sssp.Algorithm) bool { return a.Name() == name })
	if i < 0 {
		return fmt.Errorf("session: there is no algorithm %q", name)
	}
	if s.algorithm == s.algorithms[i] {
		return nil
	}
	if err := s.prepare(s.algorithms[i], s.m); err != nil {
		return err
	}
	s.algorithm = s.algorithms[i]
	s.findTuned()
	return s.again()
}

// prepare puts a map on the device for an algorithm, in place of the solver at
// hand, whose run ends.
func (s *Session) prepare(a sssp.Algorithm, m *scene.Map) error {
	solver, err := a.Prepare(s.be, m)
	if err != nil {
		return err
	}
	s.endRun()
	s.solver.Release()
	s.solver = solver
	return nil
}

func (s *Session) setEnds(a SetEnds) error {
	source, target := s.source, s.target
	if a.Source != nil {
		source = s.locator.Nearest(*a.Source)
	}
	if a.Target != nil {
		target = s.locator.Nearest(*a.Target)
	}
	if source == s.source && target == s.target && (a.Drag || a.Target == nil || !s.all) {
		return nil
	}
	s.source, s.target = source, target
	if a.Target != nil {
		s.setAll(false)
	}
	if a.Drag {
		return s.again()
	}
	s.playing = true
	return s.restart()
}

// Layers brings the layers of the run up to date and returns them.
func (s *Session) Layers(e compute.Encoder) []compute.Layer {
	if s.run == nil {
		return nil
	}
	s.run.Observe(e)
	return s.run.Layers()
}

// Snapshot returns the present state.
func (s *Session) Snapshot() *Snapshot {
	n := &Snapshot{
		Device: s.be.Limits(), Map: s.m, Algorithm: s.algorithm, Algorithms: s.algorithms, All: s.all, Query: s.query(),
		Playing: s.playing, Speed: s.speed, Event: s.event, Rounds: s.rounds[:len(s.rounds):len(s.rounds)],
		Result: s.result, View: s.view, Moment: s.moment, Done: s.done(), Tuned: s.tuned,
		Pointed: s.roads.pointed, Picked: s.roads.picked, WholeRoads: !s.roads.stretch, Changes: s.roads.changes, Reweighed: s.roads.took,
	}
	if s.lab != nil {
		e := s.lab.Experiment
		if e.Running {
			e.Result = s.lab.shown(true)
		}
		n.Experiment = &e
	}
	for _, p := range s.algorithm.Params() {
		n.Params = append(n.Params, ParamState{Param: p, Value: s.values[p.Name], Auto: s.values[p.Name] == 0 && p.Default == 0})
	}
	if s.run == nil {
		return n
	}
	for i := range n.Params {
		n.Params[i].Value = s.run.Values()[n.Params[i].Name]
	}
	n.Source, n.Target = s.end(s.source), s.end(s.target)
	n.Reach = s.event.Threshold
	if r := s.result; r != nil && r.Reached {
		n.Reach = max(1, r.Distance)
	} else if r != nil {
		n.Reach = max(1, r.Farthest) // the last threshold may lie beyond it, and far
	}
	return n
}

func (s *Session) end(v uint32) End {
	g := s.m.Graph
	return End{Node: v, At: g.At[v], ID: g.ID[v]}
}
