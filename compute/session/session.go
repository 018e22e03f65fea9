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
	"time"

	"kernelscope/compute"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/compute/trace"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

// Options steer a session.
type Options struct {
	// Wait makes the end of a run wait for the oracle, so that scripts see the
	// same state every time. Windows leave it false and go on drawing.
	Wait bool
	// Observe receives every event.
	Observe func(trace.Event)
	Seed    uint64 // of random queries
}

// Session owns a solver and its run. It has one goroutine, that of its backend.
type Session struct {
	be        compute.Backend
	algorithm compute.Algorithm
	options   Options
	rnd       *rand.Rand

	m         *scene.Map
	locator   *graph.Locator
	connected []uint32
	solver    compute.Solver
	values    compute.Values

	source, target uint32
	all            bool
	playing        bool
	speed          float64
	due            float64 // rounds that time has earned
	view           View

	run    compute.Run
	next   func() (trace.Event, error, bool)
	stop   func()
	event  trace.Event
	rounds []trace.Round
	result *Result
	oracle chan verdict // of the run that has ended; nil when there is nothing to wait for
	goal   goal
}

// closeBy is how many rounds a run that goes back to where it was makes at once:
// it may go too far by as many.
const closeBy = 8

// goal is how far a run must go on at once, without being watched.
type goal struct {
	end       bool
	threshold uint32
}

// verdict is what the oracle says of a run.
type verdict struct {
	relaxed uint64
	wrong   error
}

// New makes a session without a map.
func New(be compute.Backend, a compute.Algorithm, o Options) *Session {
	return &Session{
		be: be, algorithm: a, options: o, rnd: rand.New(rand.NewPCG(o.Seed, 1)),
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
	s.locator, s.connected = graph.NewLocator(m.Graph), m.Graph.Connected()
	s.source, s.target = across(m.Graph, s.connected)
	s.all = false
	return s.restart()
}

// show takes a map that has nothing to search.
func (s *Session) show(m *scene.Map) {
	s.Release()
	s.m, s.event, s.rounds, s.result = m, trace.Event{}, nil, nil
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
	s.oracle = nil
}

func (s *Session) query() compute.Query {
	if s.all {
		return compute.Query{Source: s.source, Target: graph.NoNode}
	}
	return compute.Query{Source: s.source, Target: s.target}
}

// restart begins the query from the start.
func (s *Session) restart() error {
	s.endRun()
	s.event, s.rounds, s.result, s.due, s.goal = trace.Event{}, nil, nil, 0, goal{}
	run, err := s.solver.Start(s.query(), s.values)
	if err != nil {
		return err
	}
	s.run = run
	s.next, s.stop = iter.Pull2(run.Steps(context.Background()))
	s.event = trace.Event{Kind: trace.Step, Near: 1, Target: graph.Unreached}
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

func (s *Session) done() bool { return s.event.Kind == trace.Done }

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
	case SetEnds:
		return s.setEnds(a)
	case SetTargetAll:
		if s.all != a.All {
			s.all = a.All
			return s.restart()
		}
	case RandomEnds:
		s.source, s.target = s.connected[s.rnd.IntN(len(s.connected))], s.connected[s.rnd.IntN(len(s.connected))]
		s.all = false
		return s.restart()
	}
	return nil
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
		s.all = false
	}
	if a.Drag {
		return s.again()
	}
	s.playing = true
	return s.restart()
}

// Advance lets time pass: a playing run makes the rounds that it has earned. It
// spends about as much time as budget says, at least one step.
func (s *Session) Advance(dt, budget time.Duration) error {
	if s.run == nil {
		return nil
	}
	if err := s.hearOracle(); err != nil {
		return err
	}
	begin := time.Now()
	for s.goal != (goal{}) && !s.done() && time.Since(begin) < budget {
		rounds := closeBy
		if s.goal.end {
			rounds = math.MaxInt
		}
		if err := s.step(rounds); err != nil {
			return err
		}
		if !s.goal.end && s.event.Threshold >= s.goal.threshold {
			s.goal = goal{}
		}
	}
	if s.done() {
		s.goal = goal{}
	}
	if !s.playing || s.goal != (goal{}) {
		return nil
	}
	s.due += s.speed * dt.Seconds()
	if s.speed >= MaxSpeed {
		s.due = math.MaxInt32
	}
	for s.due >= 1 && !s.done() && time.Since(begin) < budget {
		before := s.event.Round
		if err := s.step(int(s.due)); err != nil {
			return err
		}
		s.due -= float64(s.event.Round - before)
	}
	s.due = min(s.due, s.speed/10+1) // what could not be made in time is forgone
	return nil
}

// Run makes rounds until a number of them is reached or the run ends; it does
// not mind the time.
func (s *Session) Run(round uint32) error {
	for s.run != nil && !s.done() && s.event.Round < round {
		if err := s.step(int(min(round-s.event.Round, math.MaxInt32))); err != nil {
			return err
		}
	}
	return s.hearOracle()
}

// exactly makes n rounds, if there are so many.
func (s *Session) exactly(n int) error { return s.Run(s.event.Round + uint32(n)) }

// step makes one step of at most so many rounds.
func (s *Session) step(rounds int) error {
	s.run.Stride(rounds)
	e, err, ok := s.next()
	if err != nil {
		return err
	}
	if !ok {
		s.event.Kind = trace.Done
		return nil
	}
	s.event = e
	s.rounds = append(s.rounds, e.Rounds...)
	if s.options.Observe != nil {
		s.options.Observe(e)
	}
	if s.done() {
		s.playing = false
		return s.conclude()
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
	r := &Result{}
	if q.Target != graph.NoNode && dist[q.Target] != graph.Unreached {
		r.Reached, r.Distance = true, dist[q.Target]
		edges, err := sssp.Path(g, dist, q.Source, q.Target)
		if err != nil {
			return err
		}
		for _, e := range edges {
			r.Path = s.m.EdgePoints(r.Path, e)
			r.Seconds += float64(g.Time[e]) / 10
			r.Metres += float64(g.Length[e]) / 10
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
		Device: s.be.Limits(), Map: s.m, Algorithm: s.algorithm.Title(), All: s.all, Query: s.query(),
		Playing: s.playing, Speed: s.speed, Event: s.event, Rounds: s.rounds[:len(s.rounds):len(s.rounds)],
		Result: s.result, View: s.view, Done: s.done(),
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
	if s.result != nil && s.result.Reached {
		n.Reach = max(1, s.result.Distance)
	}
	return n
}

func (s *Session) end(v uint32) End {
	g := s.m.Graph
	return End{Node: v, At: g.At[v], ID: g.ID[v]}
}

// PlaceOf returns the point of an end by its node, for actions.
func (s *Session) PlaceOf(node uint32) geom.Point { return s.m.Graph.At[node] }
