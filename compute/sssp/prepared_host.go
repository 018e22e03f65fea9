package sssp

import (
	"context"
	"iter"
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/prepared"
	"kernelscope/compute/timing"
	"kernelscope/internal/clock"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// PreparedOnHost is Prepared on all cores of the host, for machines without a GPU, and to
// compare with. The device holds only the buffers that pictures show.
type PreparedOnHost struct {
	Fronts *prepared.Fronts // as in Prepared
}

// Name returns the name, as on the command line.
func (PreparedOnHost) Name() string { return "prepared-host" }

// Title returns the name for people.
func (PreparedOnHost) Title() string { return "Prepared trees on the host" }

// Params returns the parameters.
func (PreparedOnHost) Params() []compute.Param { return nil }

// About describes the algorithm.
func (PreparedOnHost) About() About {
	a := Prepared{}.About()
	a.Summary, a.Round, a.OnHost = "On the host: "+a.Summary, "a whole tree", true
	return a
}

// Prepare computes the lengths of the fronts of a map.
func (a PreparedOnHost) Prepare(be compute.Backend, m *scene.Map) (Solver, error) {
	fronts, bound, err := frontsOf(a.Fronts, m)
	if err != nil {
		return nil, err
	}
	s := &preparedHost{g: m.Graph, be: be, h: prepared.NewHost(fronts), bound: bound, dist: make([]uint32, m.Graph.Nodes())}
	s.h.Customize(s.g.Weight)
	return s, nil
}

// preparedHost holds fronts on the host.
type preparedHost struct {
	g     *graph.Graph
	be    compute.Backend
	h     *prepared.Host
	dist  []uint32
	bound *prepared.Bound
	wrong error // of the last weights
}

// Reweigh computes the lengths of fronts again.
func (s *preparedHost) Reweigh(m *scene.Map, edges []uint32) {
	s.g = m.Graph
	if s.wrong = s.bound.Change(s.g, edges); s.wrong == nil {
		s.h.Customize(s.g.Weight)
	}
}

// Release leaves everything to the garbage collector.
func (s *preparedHost) Release() {}

// Choose returns no values.
func (s *preparedHost) Choose(q Query, _ compute.Values) (compute.Values, error) {
	return nil, firstError(checkQuery(s.g, q), s.wrong)
}

// Start begins a tree.
func (s *preparedHost) Start(q Query, v compute.Values) (Run, error) {
	if _, err := s.Choose(q, v); err != nil {
		return nil, err
	}
	return &preparedHostRun{preparedHost: s, progress: begin(s.be, nil), query: q, memory: compute.Memory{Backend: s.be}}, nil
}

// preparedHostRun is a tree in progress.
type preparedHostRun struct {
	*preparedHost
	progress
	query        Query
	memory       compute.Memory
	states, near compute.Buffer // nil until they are observed
}

// Release releases the buffers that show the tree.
func (r *preparedHostRun) Release() { r.memory.Release() }

// Steps computes the tree in one step.
func (r *preparedHostRun) Steps(ctx context.Context) iter.Seq2[Event, error] {
	return r.steps(ctx, func(ctx context.Context) (Event, error) {
		if err := ctx.Err(); err != nil {
			return Event{}, err
		}
		start := clock.Now()
		r.h.Tree(r.query.Source, r.dist)
		e := r.last
		e.Wall = timing.Milliseconds(clock.Since(start))
		e.Done, e.Step, e.Round, e.Near, e.Threshold, e.Final, e.Sizes = true, 1, 1, 0, graph.Unreached, graph.Unreached, []Sizes{{}}
		e.Relaxed = r.h.Sums()
		if r.query.Target != graph.NoNode {
			e.Target = r.dist[r.query.Target]
		}
		r.last = e
		return e, nil
	})
}

// Distances copies the distance of every node.
func (r *preparedHostRun) Distances(ctx context.Context) ([]uint32, error) {
	return slices.Clone(r.dist), ctx.Err()
}

// Observe writes the state of every node.
func (r *preparedHostRun) Observe(compute.Encoder) {
	if r.states == nil {
		r.states, r.near = r.memory.NewBuffer("states", len(r.dist)), r.memory.NewBuffer("near queue", 1)
	}
	dist := r.dist
	if !r.last.Done {
		dist = slices.Repeat([]uint32{graph.Unreached}, len(dist))
	}
	drawStates(r.be, dist, nil, r.last.Threshold, make([]uint32, len(dist)), r.states, r.near)
}

// Layers returns the layers as of the last Observe.
func (r *preparedHostRun) Layers() []compute.Layer {
	return layers(nil, r.states, Event{}, compute.Layer{Buffer: r.near, Stride: 1})
}
