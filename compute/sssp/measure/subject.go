package measure

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/compute/timing"
	"kernelscope/internal/clock"
	"kernelscope/internal/fault"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// Run executes a plan on maps. It yields a row for each query, and occasional updates without
// one.
func Run(ctx context.Context, be compute.Backend, algorithms []sssp.Algorithm, maps Maps, p experiment.Plan) iter.Seq2[experiment.Update, error] {
	return p.Run(ctx, experiment.Subjects{Count: maps.Count, All: func(yield func(experiment.Subject, error) bool) {
		for m, err := range maps.All {
			if !yield(newSubject(be, algorithms, m, p), err) {
				return
			}
		}
	}})
}

// Tune searches for the best setting of a search on a map for about the given time; see
// experiment.Tune.
func Tune(ctx context.Context, be compute.Backend, a sssp.Algorithm, m *scene.Map, p experiment.Plan, limit time.Duration) iter.Seq2[experiment.Update, error] {
	s := newSubject(be, []sssp.Algorithm{a}, m, p)
	p.Seed++
	other := newSubject(be, []sssp.Algorithm{a}, m, p) // with other queries
	p.Seed--
	s.heaviestFirst, other.heaviestFirst = true, true
	chosen, err := sssp.Chosen(a, m.Graph, be.Limits(), p.Work != ByRank, nil)
	if err != nil {
		return func(yield func(experiment.Update, error) bool) { yield(experiment.Update{}, err) }
	}
	return experiment.Tune(ctx, onGraph{a, m.Graph}, chosen, be.Limits(), s, other, p, limit)
}

// onGraph is a search whose parameters have the bounds that a graph adds.
type onGraph struct {
	sssp.Algorithm
	g *graph.Graph
}

// Params narrows the bounds that the graph narrows.
func (a onGraph) Params() []compute.Param { return sssp.Params(a.Algorithm, a.g) }

// Sweep lists the settings of a sweep over a map; see experiment.SweepSettings.
func Sweep(a sssp.Algorithm, g *graph.Graph, l compute.Limits, work experiment.Work, over []string, values map[string][]uint32) ([]experiment.Setting, error) {
	choose := func(v compute.Values) (compute.Values, error) { return sssp.Chosen(a, g, l, work != ByRank, v) }
	return experiment.SweepSettings(onGraph{a, g}, choose, l, over, values)
}

// subject is a map on the device, for all searches that a plan compares.
type subject struct {
	be         compute.Backend
	algorithms []sssp.Algorithm
	m          *scene.Map
	plan       experiment.Plan
	// heaviestFirst sorts queries by descending rank, except for a shorter one at first, which the
	// worst settings run too.
	heaviestFirst bool

	queries []Query
	solvers map[string]sssp.Solver
	warm    map[int]bool // settings that have run
	busy    time.Time    // when the device has last searched
	last    timed        // truth of the last query, or none
	of      int          // number of that
	truths  map[int]oracle.Search
	changes map[int]change      // of the last query, where weights change
	loaded  map[string][]uint32 // edges whose weights in a solver differ from the map's
}

func newSubject(be compute.Backend, algorithms []sssp.Algorithm, m *scene.Map, p experiment.Plan) *subject {
	return &subject{be: be, algorithms: algorithms, m: m, plan: p, solvers: map[string]sssp.Solver{}, warm: map[int]bool{}, of: -1, truths: map[int]oracle.Search{},
		changes: map[int]change{}, loaded: map[string][]uint32{}}
}

// Name returns the map's name.
func (s *subject) Name() string { return s.m.Name }

// Release releases the solvers of all algorithms.
func (s *subject) Release() {
	for _, solver := range s.solvers {
		solver.Release()
	}
}

// Cases chooses the queries.
func (s *subject) Cases(w *experiment.Watch) (int, error) {
	p := s.plan
	if p.Work != ByRank && p.Work != ToAll && p.Work != Changed {
		return 0, fmt.Errorf("measure: the queries are %q, not %s, %s or %s", p.Work, ByRank, ToAll, Changed)
	}
	for d := range draws(s.m.Graph, p.Work, p.Queries, rand.New(rand.NewPCG(p.Seed, 0))) {
		doing := fmt.Sprintf("%s: choosing queries, %d so far", s.m.Name, len(s.queries))
		if err := w.Breathe(doing); err != nil {
			return 0, err
		}
		found, err := experiment.Aside(w, doing, func() []Query {
			if q, ok := d.query(s.m.Graph); ok {
				return []Query{q}
			}
			return nil
		})
		if err != nil {
			return 0, err
		}
		s.queries = append(s.queries, found...)
	}
	if len(s.queries) == 0 {
		return 0, fmt.Errorf("measure: %s has no connected nodes to search between", s.m.Name)
	}
	s.sort()
	return len(s.queries), nil
}

// sort reorders queries, which come in ascending rank, so that the first rows are more
// informative.
func (s *subject) sort() {
	q := s.queries
	rnd := rand.New(rand.NewPCG(s.plan.Seed, 2))
	rnd.Shuffle(len(q), func(i, k int) { q[i], q[k] = q[k], q[i] })
	if !s.heaviestFirst {
		return
	}
	slices.SortStableFunc(q, func(x, y Query) int { return y.Rank - x.Rank })
	if shorter := 2 * s.plan.Queries; s.plan.Work == ByRank && shorter < len(q) {
		q[0], q[shorter] = q[shorter], q[0]
	}
}

// solver returns a search's solver of the map.
func (s *subject) solver(name string) (sssp.Solver, error) {
	if solver := s.solvers[name]; solver != nil {
		return solver, nil
	}
	a := s.algorithm(name)
	if a == nil {
		return nil, fmt.Errorf("measure: there is no search %q", name)
	}
	solver, err := a.Prepare(s.be, s.m)
	if err != nil {
		return nil, err
	}
	s.solvers[name] = solver
	return solver, nil
}

// algorithm returns the search of a name, or nil.
func (s *subject) algorithm(name string) sssp.Algorithm {
	for _, a := range s.algorithms {
		if a.Name() == name {
			return a
		}
	}
	return nil
}

// describe adds the setting's values that a row lacks.
func (s *subject) describe(row *experiment.Row) {
	q := s.queries[row.Case]
	row.Size, row.Group = s.m.Graph.Nodes(), q.Rank
	row.State(edges, float64(s.m.Graph.Edges()))
	row.State(source, float64(q.Source))
	if q.Target != graph.NoNode {
		row.State(target, float64(q.Target))
	}
}

// count adds the work of a search and of Dijkstra's algorithm.
func count(row *experiment.Row, e sssp.Event, dijkstra uint64) {
	row.State(rounds, float64(e.Round))
	row.State(phases, float64(e.Phase))
	row.State(relaxed, float64(e.Relaxed))
	row.State(needed, float64(dijkstra))
	for _, f := range e.More {
		row.State(f.Name, f.Value)
	}
}

// Measure makes a query. The first one of each setting is made before to warm up, and so is
// any other one while the device has to regain its speed, after the host has searched.
func (s *subject) Measure(w *experiment.Watch, with experiment.Setting, row *experiment.Row) error {
	truth, err := s.truth(w, row.Case)
	if err != nil {
		return err
	}
	return s.measure(w, with, row, truth)
}

func (s *subject) measure(w *experiment.Watch, with experiment.Setting, row *experiment.Row, truth oracle.Search) error {
	solver, err := s.solver(with.Algorithm)
	if err != nil {
		return err
	}
	q := s.queries[row.Case].Query
	breathe := func(sssp.Event) error { return w.Breathe(s.m.Name + ": " + with.Title) }
	search := func() error {
		_, err := Search(w.Context, solver, q, with.Values, breathe)
		return err
	}
	if !s.warm[row.Setting] {
		if err := search(); err != nil {
			return err
		}
		s.warm[row.Setting] = true
	}
	onDevice := !s.algorithm(with.Algorithm).About().OnHost
	if onDevice && time.Since(s.busy) > timing.Idle {
		if err := timing.Warm(s.be, search); err != nil {
			return err
		}
	}
	times, err := s.reweigh(solver, with.Algorithm, row.Case)
	if err != nil {
		return err
	}
	o, err := Search(w.Context, solver, q, with.Values, breathe)
	if err != nil {
		return err
	}
	if onDevice {
		s.busy = time.Now()
	}
	o.Wall += timing.Milliseconds(times)
	if err := Verify(s.algorithm(with.Algorithm), s.mapOf(row.Case).Graph, truth, q.Target, o.Dist); err != nil {
		return fmt.Errorf("%w: %s on %s from node %d with %v: %v", fault.Wrong, with.Algorithm, s.m.Name, q.Source, o.Values, err)
	}
	s.describe(row)
	row.Values = maps.Clone(o.Values)
	count(row, o.Last, truth.Relaxed)
	row.Measured(timing.Times{GPU: o.Last.GPU, Wall: o.Wall})
	return nil
}

// MeasureReference times Dijkstra's algorithm on the host, the reference for verification.
func (s *subject) MeasureReference(w *experiment.Watch, row *experiment.Row) error {
	t, err := s.dijkstra(w, row.Case)
	s.describe(row)
	row.Algorithm, row.Values = "oracle", compute.Values{}
	count(row, sssp.Event{Relaxed: t.Relaxed}, t.Relaxed)
	row.Measured(timing.Times{Wall: timing.Milliseconds(t.elapsed)})
	return err
}

// timed is a search of the oracle and how long it took.
type timed struct {
	oracle.Search
	elapsed time.Duration
}

func (s *subject) dijkstra(w *experiment.Watch, query int) (timed, error) {
	q := s.queries[query]
	return experiment.Aside(w, s.m.Name+": Dijkstra's algorithm", func() timed {
		begin := clock.Now()
		found := oracle.Dijkstra(s.mapOf(query).Graph, q.Source, q.Target)
		return timed{found, clock.Since(begin)}
	})
}

// truth caches the answer of the last query, which all settings run in turn.
func (s *subject) truth(w *experiment.Watch, query int) (oracle.Search, error) {
	if s.of == query {
		return s.last.Search, nil
	}
	var err error
	if s.last, err = s.dijkstra(w, query); err == nil {
		s.of = query
	}
	return s.last.Search, err
}
