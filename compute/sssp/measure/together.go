package measure

import (
	"fmt"
	"maps"

	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/compute/timing"
)

// maxKept bounds the cached true distances: a gigabyte.
const maxKept = 1 << 28

// MeasureAll runs all queries with a setting, concurrently or by the ordinary search.
func (s *subject) MeasureAll(w *experiment.Watch, with experiment.Setting, row experiment.Row, each func(experiment.Row) error) error {
	if with.AtOnce > 0 {
		return s.together(w, with, row, each)
	}
	return s.compare(w, 0, s.searches(), func(i int, truth oracle.Search) error {
		r := row
		r.Case = i
		if err := s.measure(w, with, &r, truth); err != nil {
			return err
		}
		return each(r)
	})
}

// together makes the queries in batches. Each warms up first; then it is timed from
// resetting the searches to the last event. Of the time of a batch each query has an equal
// share.
func (s *subject) together(w *experiment.Watch, with experiment.Setting, row experiment.Row, each func(experiment.Row) error) error {
	solver, err := s.solver(with.Algorithm)
	if err != nil {
		return err
	}
	many, ok := solver.(sssp.Concurrent)
	if !ok {
		return fmt.Errorf("measure: %s makes one search at a time", with.Title)
	}
	if n := len(s.queries); with.AtOnce > n {
		return fmt.Errorf("%w: %d concurrent searches need as many queries, not %d", compute.ErrValue, with.AtOnce, n)
	}
	values, err := sssp.ChosenMany(s.algorithm(with.Algorithm), s.m.Graph, s.be.Limits(), with.Values)
	if err != nil {
		return err
	}
	for b, err := range Batches(w.Context, many, s.searches(), with.AtOnce, with.Values) {
		if err != nil {
			return err
		}
		if err := timing.Warm(s.be, func() error { _, err := b.Many.Finish(w.Context); return err }); err != nil {
			return err
		}
		watch := timing.Start(s.be)
		if b.Last, err = b.Many.Finish(w.Context); err != nil {
			return err
		}
		times, n := watch.Times(), float64(len(b.Queries))
		err = s.compare(w, b.First, b.Queries, func(i int, truth oracle.Search) error {
			if err := b.Verify(w.Context, s.m.Graph, i, truth); err != nil {
				return err
			}
			r := row
			r.Case, r.AtOnce, r.Values = b.First+i, with.AtOnce, maps.Clone(values)
			s.describe(&r)
			count(&r, b.Last[i], truth.Relaxed)
			r.Measured(timing.Times{GPU: times.GPU / n, Wall: times.Wall / n})
			return each(r)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// searches lists the queries.
func (s *subject) searches() (out []sssp.Query) {
	for _, q := range s.queries {
		out = append(out, q.Query)
	}
	return out
}

// compare calls each with the true answers of queries, numbered from first.
func (s *subject) compare(w *experiment.Watch, first int, queries []sssp.Query, each func(int, oracle.Search) error) error {
	var unknown []int
	var ask []sssp.Query
	for i, q := range queries {
		truth, ok := s.truths[first+i]
		if !ok {
			unknown, ask = append(unknown, i), append(ask, q)
			continue
		}
		if err := each(i, truth); err != nil {
			return err
		}
	}
	return Dijkstras(w.Context, s.m.Graph, ask, func(i int, truth oracle.Search) error {
		truth.Settled = nil
		if len(s.truths)*s.m.Graph.Nodes() < maxKept {
			s.truths[first+unknown[i]] = truth
		}
		return each(unknown[i], truth)
	})
}
