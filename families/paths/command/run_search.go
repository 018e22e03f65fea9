package command

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"kernelscope/compute"
	"kernelscope/compute/oracle"
	"kernelscope/compute/profile"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
	"kernelscope/internal/fault"
	"kernelscope/internal/output"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// searcher runs one query after another.
type searcher struct {
	algorithm sssp.Algorithm
	solver    sssp.Solver
	m         *scene.Map
	values    compute.Values
	verify    bool
	profile   *profile.Recorder
	observe   func(sssp.Event) error // called for each step unless nil
}

// traced runs all jobs like each and writes their events to a file, if one is named. If a search
// fails, the file has the events up to there.
func (s searcher) traced(ctx context.Context, file string, jobs []job, done func(int, outcome) error) (out []outcome, err error) {
	if file == "" {
		return s.each(ctx, jobs, done)
	}
	var failed error // error of a search
	err = output.File(file, func(w io.Writer) (lost error) {
		write := compute.Lines(w, &lost)
		s.observe = func(e sssp.Event) error {
			write(e.Report())
			return lost
		}
		out, failed = s.each(ctx, jobs, done)
		return lost
	})
	return out, cmp.Or(err, failed)
}

// each runs all jobs and calls done for each outcome. The first of several jobs only warms up.
func (s searcher) each(ctx context.Context, jobs []job, done func(int, outcome) error) ([]outcome, error) {
	var out []outcome
	for i, j := range jobs {
		s.profile.Part(partOf(i, len(jobs)))
		now, warms := s, i == 0 && len(jobs) > 1
		if warms {
			now.observe = nil
		}
		o, err := now.search(ctx, j)
		if err != nil {
			return nil, err
		}
		if warms {
			continue
		}
		out = append(out, o)
		if err := done(len(out)-1, o); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// partOf names a job in a profile.
func partOf(i, jobs int) string {
	if i == 0 && jobs > 1 {
		return "warm-up"
	}
	return fmt.Sprintf("query %d", i)
}

// search runs a query.
func (s searcher) search(ctx context.Context, j job) (outcome, error) {
	o := outcome{job: j, dist: graph.Unreached}
	found, err := measure.Search(ctx, s.solver, j.Query.Query, s.values, s.observe)
	if err != nil {
		return o, err
	}
	g := s.m.Graph
	o.last, o.wall = found.Last, found.Wall
	truth := oracle.Dijkstra(g, j.Source, j.Target)
	o.dijkstra = truth.Relaxed
	if o.verified = s.verify; s.verify {
		if err := s.check(j, truth, found.Dist); err != nil {
			return o, err
		}
	}
	if !j.all() {
		o.dist = found.Dist[j.Target]
		if o.path, err = sssp.Path(g, found.Dist, j.Source, j.Target); err != nil {
			return o, fmt.Errorf("%w: %v", fault.Wrong, err)
		}
	}
	return o, nil
}

// check compares distances with the oracle's.
func (s searcher) check(j job, truth oracle.Search, dist []uint32) error {
	if err := measure.Verify(s.algorithm, s.m.Graph, truth, j.Target, dist); err != nil {
		return fmt.Errorf("%w: from node %d: %v", fault.Wrong, j.Source, err)
	}
	return nil
}
