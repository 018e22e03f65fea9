package sssp

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/prepared"
	"kernelscope/compute/timing"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// Prepared finds the distances to all nodes by a separator tree, which does not depend on
// weights (package prepared). A target does not stop it early.
type Prepared struct {
	// Fronts are the map's fronts; if nil, the first Prepare computes them, which takes seconds
	// for large maps.
	Fronts *prepared.Fronts
}

// Name returns the name, as on the command line.
func (Prepared) Name() string { return "prepared" }

// Title returns the name for people.
func (Prepared) Title() string { return "Prepared trees" }

// Params returns the parameters.
func (Prepared) Params() []compute.Param { return prepared.Params() }

// About describes the algorithm.
func (Prepared) About() About {
	return About{
		Summary: "After a preparation by separators: distances to all nodes in some 25 steps, and new weights in the time of a few searches.",
		Round:   "the climb from the source to the root, one depth of separators on the way down, or all subtrees",
		Queues:  "Nothing is queued.",
		States:  States{Unreached, "", "", Settled},
	}
}

// Prepare uploads the fronts of a map and computes their lengths.
func (a Prepared) Prepare(be compute.Backend, m *scene.Map) (Solver, error) {
	fronts, bound, err := frontsOf(a.Fronts, m)
	if err != nil {
		return nil, err
	}
	d, err := prepared.NewDevice(be, fronts, m.Graph.Edges(), nil)
	if err != nil {
		return nil, err
	}
	s := &preparedSolver{g: m.Graph, be: be, d: d, bound: bound, tuned: d.Values()}
	d.Customize(m.Graph.Weight)
	return s, nil
}

// recent caches the fronts of the maps that were prepared last.
var recent prepared.Recent

// frontsOf checks the weights of a map, and computes its fronts if there are none.
func frontsOf(fronts *prepared.Fronts, m *scene.Map) (*prepared.Fronts, *prepared.Bound, error) {
	if err := checkMap(m); err != nil {
		return nil, nil, err
	}
	bound, err := prepared.NewBound(m.Graph)
	if err != nil || fronts != nil {
		return fronts, bound, err
	}
	fronts, err = recent.Fronts(context.Background(), m)
	return fronts, bound, err
}

// preparedSolver holds fronts on a device.
type preparedSolver struct {
	g     *graph.Graph
	be    compute.Backend
	d     *prepared.Device
	tuned compute.Values // of d; nil if an error left none
	bound *prepared.Bound
	wrong error           // of the last weights
	spare *prepared.Batch // rows for the next concurrent trees; nil without
}

// Reweigh computes the lengths of fronts again.
func (s *preparedSolver) Reweigh(m *scene.Map, edges []uint32) {
	s.g = m.Graph
	before := s.wrong
	switch s.wrong = s.bound.Change(s.g, edges); {
	case s.wrong != nil: // the device keeps older weights
	case before != nil:
		s.d.Customize(s.g.Weight)
	default:
		s.d.Change(s.g.Weight, edges)
	}
}

// Release releases all that is on the device.
func (s *preparedSolver) Release() {
	s.dropSpare()
	s.d.Release()
}

// Choose returns the values of a tree.
func (s *preparedSolver) Choose(q Query, v compute.Values) (compute.Values, error) {
	return s.check(v, q)
}

// Start begins a tree.
func (s *preparedSolver) Start(q Query, v compute.Values) (Run, error) {
	values, err := s.check(v, q)
	if err != nil {
		return nil, err
	}
	if !maps.Equal(values, s.tuned) {
		s.tuned = nil
		if err := s.d.Tune(values); err != nil {
			return nil, err
		}
		s.tuned = values
	}
	s.d.Begin(q.Source)
	return &preparedRun{preparedSolver: s, progress: begin(s.be, values), query: q}, nil
}

// check checks queries and values.
func (s *preparedSolver) check(v compute.Values, queries ...Query) (compute.Values, error) {
	for _, q := range queries {
		if err := checkQuery(s.g, q); err != nil {
			return nil, err
		}
	}
	values, err := s.d.Chosen(s.be.Limits(), v)
	if err != nil || s.wrong != nil {
		return nil, firstError(err, s.wrong)
	}
	return values, nil
}

func firstError(list ...error) error {
	for _, err := range list {
		if err != nil {
			return err
		}
	}
	return nil
}

// preparedRun is a tree in progress.
type preparedRun struct {
	*preparedSolver
	progress
	query  Query
	states compute.Buffer // nil until they are observed
}

// Release releases the states that pictures show.
func (r *preparedRun) Release() {
	if r.states != nil {
		r.states.Release()
	}
}

// Steps climbs to the root and sweeps down: in one step, unless the stride limits it.
func (r *preparedRun) Steps(ctx context.Context) iter.Seq2[Event, error] { return r.steps(ctx, r.step) }

func (r *preparedRun) step(ctx context.Context) (Event, error) {
	watch := timing.Start(r.be)
	e := r.last
	all, from := r.d.Steps(), int(e.Step)
	to := all
	if r.stride < all-from {
		to = from + r.stride
	}
	if from == 0 && to == all {
		r.d.Tree(r.query.Source)
	} else {
		if from == 0 {
			r.d.Clear()
		}
		for step := from; step < to; step++ {
			r.d.Step(step)
		}
	}
	if err := r.be.Flush(ctx); err != nil {
		return Event{}, fmt.Errorf("sssp: %w", err)
	}
	times := watch.Times()
	e.Sizes = slices.Repeat([]Sizes{{}}, to-from)
	e.Step, e.Round, e.Near, e.Threshold, e.Done = uint32(to), uint32(to), 0, graph.Unreached, to == all
	e.GPU, e.Wall = e.GPU+times.GPU, e.Wall+times.Wall
	if e.Done {
		e.Final, e.Relaxed = graph.Unreached, r.d.Sums()
		if err := r.readTarget(ctx, &e); err != nil {
			return Event{}, err
		}
	}
	r.last = e
	return e, nil
}

// readTarget reads the distance of the target, if there is one.
func (r *preparedRun) readTarget(ctx context.Context, e *Event) error {
	if r.query.Target == graph.NoNode {
		return nil
	}
	var word [1]uint32
	if err := r.be.Read(ctx, r.d.Dist(), int(r.query.Target), word[:]); err != nil {
		return fmt.Errorf("sssp: %w", err)
	}
	if word[0] < prepared.Unreached {
		e.Target = word[0]
	}
	return nil
}

// Distances reads the distance of every node.
func (r *preparedRun) Distances(ctx context.Context) ([]uint32, error) { return r.d.Distances(ctx) }

// Observe writes the state of every node.
func (r *preparedRun) Observe(e compute.Encoder) {
	if r.states == nil {
		r.states = r.be.NewBuffer("states", r.g.Nodes())
	}
	observe(e, r.d.Plain(e), r.states, r.last, compute.Layer{})
}

// Layers returns the layers as of the last Observe.
func (r *preparedRun) Layers() []compute.Layer {
	return layers(r.d.Dist(), r.states, r.last, compute.Layer{Buffer: r.states, Stride: 1})
}
