package experiment

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/scene"
)

// Maps are what an experiment runs on, one after the other; each is loaded when
// the one before is done with.
type Maps struct {
	Count int // how many there are
	All   iter.Seq2[*scene.Map, error]
}

// On is a single map.
func On(m *scene.Map) Maps {
	return Maps{1, func(yield func(*scene.Map, error) bool) { yield(m, nil) }}
}

// breath is how long an experiment goes on without saying so.
const breath = 50 * time.Millisecond

// errStopped ends an experiment that nobody pulls any more.
var errStopped = errors.New("stopped")

// Run carries a plan out on a backend and yields a row for each measured query,
// and now and then an update without one. For each query all settings take turns,
// in another order each time, since a device's clock drifts; each has run once
// before, to warm up. The caller may stop at any row.
func (p Plan) Run(ctx context.Context, be compute.Backend, algorithms []sssp.Algorithm, on Maps) iter.Seq2[Update, error] {
	return func(yield func(Update, error) bool) {
		r := &runner{be: be, algorithms: algorithms, yield: yield, last: time.Now(), maps: on.Count}
		err := p.Check()
		if err == nil {
			err = r.everywhere(ctx, p, on)
		}
		if err != nil && err != errStopped {
			yield(Update{}, err)
		}
	}
}

// errTimeUp ends a search for settings.
var errTimeUp = errors.New("the time is up")

// runner carries a plan out.
type runner struct {
	be         compute.Backend
	algorithms []sssp.Algorithm
	yield      func(Update, error) bool
	last       time.Time // when something was yielded
	maps, at   int       // how many there are, and how many are done
	deadline   time.Time // zero for none
	rows       int       // measured so far
}

// say yields an update; share is that of the map at hand.
func (r *runner) say(ctx context.Context, row *Row, share float64, doing string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if row != nil {
		r.rows++
	} else if time.Since(r.last) < breath {
		return nil
	}
	if !r.yield(Update{Row: row, Share: (float64(r.at) + share) / float64(max(1, r.maps)), Doing: doing}, nil) {
		return errStopped
	}
	r.last = time.Now()
	if !r.deadline.IsZero() && r.rows > 0 && r.last.After(r.deadline) {
		return errTimeUp
	}
	return nil
}

func (r *runner) everywhere(ctx context.Context, p Plan, on Maps) error {
	for m, err := range on.All {
		if err == nil {
			err = r.onMap(ctx, p, m)
		}
		if err != nil {
			return err
		}
		r.at++
	}
	return nil
}

func (r *runner) onMap(ctx context.Context, p Plan, m *scene.Map) error {
	b, err := r.open(ctx, p, m)
	if err != nil {
		return err
	}
	defer b.release()
	if p.Kind == Throughput {
		return b.throughput(ctx)
	}
	return b.measure(ctx, p.Settings, 0, len(b.queries), p.Repetitions)
}

// bench is a map on the device, for all searches that a plan compares.
type bench struct {
	*runner
	plan    Plan
	m       *scene.Map
	queries []Query
	solvers map[string]sssp.Solver
	warm    map[int]bool // settings that have run
}

// open chooses the queries and puts the map on the device.
func (r *runner) open(ctx context.Context, p Plan, m *scene.Map) (*bench, error) {
	b := &bench{runner: r, plan: p, m: m, solvers: map[string]sssp.Solver{}, warm: map[int]bool{}}
	for d := range draws(m.Graph, p.Work, p.Queries, rand.New(rand.NewPCG(p.Seed, 0))) {
		doing := fmt.Sprintf("%s: choosing queries, %d so far", m.Name, len(b.queries))
		if err := r.say(ctx, nil, 0, doing); err != nil {
			return nil, err
		}
		found, err := aside(ctx, r, 0, doing, func() []Query {
			if q, ok := d.query(m.Graph); ok {
				return []Query{q}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		b.queries = append(b.queries, found...)
	}
	if len(b.queries) == 0 {
		return nil, fmt.Errorf("experiment: %s has no connected nodes to search between", m.Name)
	}
	// Ranks rise in the list; in another order the first rows tell more.
	rnd := rand.New(rand.NewPCG(p.Seed, 2))
	rnd.Shuffle(len(b.queries), func(i, k int) { b.queries[i], b.queries[k] = b.queries[k], b.queries[i] })
	return b, nil
}

func (b *bench) release() {
	for _, s := range b.solvers {
		s.Release()
	}
}

// solver returns the map as a search has it on the device.
func (b *bench) solver(name string) (sssp.Solver, error) {
	if s := b.solvers[name]; s != nil {
		return s, nil
	}
	a := b.algorithm(name)
	if a == nil {
		return nil, fmt.Errorf("experiment: there is no search %q", name)
	}
	s, err := a.Prepare(b.be, b.m)
	if err != nil {
		return nil, err
	}
	b.solvers[name] = s
	return s, nil
}

// algorithm returns the search of a name, or nil.
func (b *bench) algorithm(name string) sssp.Algorithm {
	for _, a := range b.algorithms {
		if a.Name() == name {
			return a
		}
	}
	return nil
}

// measure runs the first few queries with all settings, which are numbered from
// first on, so many times.
func (b *bench) measure(ctx context.Context, settings []Setting, first, queries, repetitions int) error {
	rnd := rand.New(rand.NewPCG(b.plan.Seed, uint64(3+first)))
	turns := len(settings)
	if b.plan.Reference {
		turns++
	}
	done, total := 0, queries*repetitions*turns
	for i, q := range b.queries[:queries] {
		truth, err := b.dijkstra(ctx, q, float64(done)/float64(total))
		if err != nil {
			return err
		}
		for repetition := range repetitions {
			for _, k := range rnd.Perm(turns) {
				share := float64(done) / float64(total)
				row := b.row(i, repetition)
				if k < len(settings) {
					err = b.one(ctx, &row, settings[k], first+k, truth.Search, share)
				} else {
					err = b.reference(ctx, &row, share)
				}
				if err != nil {
					return err
				}
				done++
				doing := fmt.Sprintf("%s: query %d of %d, repetition %d of %d", b.m.Name, i+1, queries, repetition+1, repetitions)
				if err := b.say(ctx, &row, float64(done)/float64(total), doing); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// row is a row with what does not depend on the setting.
func (b *bench) row(query, repetition int) Row {
	q := b.queries[query]
	return Row{
		Map: b.m.Name, Nodes: b.m.Graph.Nodes(), Edges: b.m.Graph.Edges(),
		Query: query, Source: q.Source, Target: q.Target, Rank: q.Rank, Repetition: repetition,
	}
}

// one measures a row and verifies it.
func (b *bench) one(ctx context.Context, row *Row, s Setting, number int, truth oracle.Search, share float64) error {
	solver, err := b.solver(s.Algorithm)
	if err != nil {
		return err
	}
	q := sssp.Query{Source: row.Source, Target: row.Target}
	breathe := func(sssp.Event) error { return b.say(ctx, nil, share, b.m.Name+": "+s.Title) }
	if !b.warm[number] {
		if _, err := Measure(ctx, solver, q, s.Values, breathe); err != nil {
			return err
		}
		b.warm[number] = true
	}
	o, err := Measure(ctx, solver, q, s.Values, breathe)
	if err != nil {
		return err
	}
	if err := oracle.Verify(b.m.Graph, truth, q.Target, o.Dist); err != nil {
		return fmt.Errorf("%w: %s on %s from node %d with %v: %v", ErrWrong, s.Algorithm, b.m.Name, q.Source, o.Values, err)
	}
	row.Setting, row.Algorithm, row.Values = number, s.Algorithm, maps.Clone(o.Values)
	row.Wall, row.Dijkstra, row.Verified = o.Wall, truth.Relaxed, true
	row.note(o.Last)
	return nil
}

// reference times Dijkstra's algorithm on the host, by which all else is
// verified.
func (b *bench) reference(ctx context.Context, row *Row, share float64) error {
	s, err := b.dijkstra(ctx, b.queries[row.Query], share)
	row.Setting, row.Algorithm, row.Values = Reference, "oracle", compute.Values{}
	row.Wall, row.Relaxed, row.Dijkstra, row.Verified = milliseconds(s.took), s.Relaxed, s.Relaxed, true
	return err
}

// timed is a search of the oracle and how long it took.
type timed struct {
	oracle.Search
	took time.Duration
}

func (b *bench) dijkstra(ctx context.Context, q Query, share float64) (timed, error) {
	return aside(ctx, b.runner, share, b.m.Name+": Dijkstra's algorithm", func() timed {
		begin := time.Now()
		s := oracle.Dijkstra(b.m.Graph, q.Source, q.Target)
		return timed{s, time.Since(begin)}
	})
}

// aside computes something on the host beside the caller, which breathes
// meanwhile. When its context ends it does not wait for the result.
func aside[R any](ctx context.Context, r *runner, share float64, doing string, compute func() R) (result R, err error) {
	done := make(chan R, 1)
	go func() { done <- compute() }()
	tick := time.NewTicker(breath)
	defer tick.Stop()
	for {
		select {
		case x := <-done:
			return x, ctx.Err()
		case <-ctx.Done():
			return result, ctx.Err()
		case <-tick.C:
			if err := r.say(ctx, nil, share, doing); err != nil {
				return result, err
			}
		}
	}
}
