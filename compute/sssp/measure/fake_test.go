package measure_test

import (
	"context"
	"iter"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// fake is a search whose time and answers are made up.
type fake struct {
	time     func(compute.Values) time.Duration // of a step
	steps    int
	wrong    bool
	prepared *int // solvers that are alive
}

func (fake) Name() string      { return "fake" }
func (fake) Title() string     { return "Fake" }
func (fake) About() sssp.About { return sssp.About{} }
func (fake) Params() []compute.Param {
	return []compute.Param{{Name: "delta", Min: 1, Max: 1 << 20}, {Name: "batch", Min: 1, Max: 256, Default: 16, PowerOfTwo: true}}
}
func (f fake) Prepare(_ compute.Backend, m *scene.Map) (sssp.Solver, error) {
	*f.prepared++
	return &fakeSolver{f, m}, nil
}

type fakeSolver struct {
	fake
	m *scene.Map
}

func (s *fakeSolver) Release() { *s.prepared-- }
func (s *fakeSolver) Choose(_ sssp.Query, v compute.Values) (compute.Values, error) {
	return v, nil
}
func (s *fakeSolver) Start(q sssp.Query, v compute.Values) (sssp.Run, error) {
	return &fakeRun{s, q, v}, nil
}

type fakeRun struct {
	*fakeSolver
	q sssp.Query
	v compute.Values
}

func (r *fakeRun) Steps(context.Context) iter.Seq2[sssp.Event, error] {
	return func(yield func(sssp.Event, error) bool) {
		for i := range r.steps {
			time.Sleep(r.time(r.v))
			if !yield(sssp.Event{Round: uint32(i + 1), Relaxed: 1}, nil) {
				return
			}
		}
	}
}
func (r *fakeRun) Stride(int)              {}
func (r *fakeRun) Values() compute.Values  { return r.v }
func (r *fakeRun) Observe(compute.Encoder) {}
func (r *fakeRun) Layers() []compute.Layer { return nil }
func (r *fakeRun) Release()                {}
func (r *fakeRun) Distances(context.Context) ([]uint32, error) {
	d := oracle.Dijkstra(r.m.Graph, r.q.Source, graph.NoNode).Dist
	if r.wrong {
		d[r.q.Source] = 1
	}
	return d, nil
}
