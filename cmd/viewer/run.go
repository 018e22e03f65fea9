package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"github.com/spf13/cobra"

	"kernelscope/compute"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/compute/trace"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

func (a *app) runCommand() *cobra.Command {
	c := &cobra.Command{Use: "run", Short: "Run an algorithm without a window", Args: cobra.NoArgs, RunE: help}
	c.AddCommand(a.runSSSPCommand())
	return c
}

// help is what a command does that only has others below it.
func help(c *cobra.Command, _ []string) error { return c.Help() }

// searchFlags are those of 'run sssp'.
type searchFlags struct {
	source, target string
	algorithm      string
	params         paramFlags
	n              int
	seed           uint64
	ranks          bool
	verify, json   bool
	path, trace    string
}

func (a *app) runSSSPCommand() *cobra.Command {
	var f searchFlags
	c := &cobra.Command{
		Use:   "sssp [FILE]",
		Short: "Find shortest paths from a node",
		Long: `Runs a search over a road map, on the GPU or, to compare, on the host (the embedded one without FILE).

A place is ` + placeHelp + `.
Times are those of the second run on: the first one warms up and is not shown.`,
		Example: `  viewer run sssp -n 10 --verify
  viewer run sssp city.osm.pbf -s 13.38,52.51 -t id:27554989 --path route.geojson
  viewer run sssp --ranks -n 10 --delta 4000 --json`,
		Args: cobra.MaximumNArgs(1), ValidArgsFunction: completeMaps,
		RunE: func(c *cobra.Command, args []string) error {
			return a.runSSSP(c.Context(), c.OutOrStdout(), optional(args), f)
		},
	}
	fs := c.Flags()
	fs.StringVarP(&f.source, "source", "s", "random", "where to start: "+placeHelp)
	fs.StringVarP(&f.target, "target", "t", "random", "where to go: the same, or all")
	addAlgorithm(c, &f.algorithm)
	f.params.add(fs)
	fs.IntVarP(&f.n, "queries", "n", 1, "number of queries")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of random places")
	fs.BoolVar(&f.ranks, "ranks", false, "choose targets by Dijkstra rank: N queries for each rank 1, 2, 4, 8, …")
	fs.BoolVar(&f.verify, "verify", false, "compare every distance with Dijkstra's algorithm; exit 5 on a difference")
	fs.BoolVar(&f.json, "json", false, "print JSON lines: meta, query, summary")
	fs.StringVar(&f.path, "path", "", "write the routes to this GeoJSON file")
	fs.StringVar(&f.trace, "trace", "", "write the events of every step to this file, as JSON lines")
	return c
}

// job is one query with the words for it.
type job struct {
	source, target place
	all            bool
	rank           int // of the target; 0 where it was not chosen by rank
}

func (j job) query() compute.Query {
	q := compute.Query{Source: j.source.node, Target: j.target.node}
	if j.all {
		q.Target = graph.NoNode
	}
	return q
}

// jobs lists the queries.
func (f *searchFlags) jobs(finder *finder) ([]job, error) {
	rnd := rand.New(rand.NewPCG(f.seed, 0))
	if f.ranks {
		return rankJobs(finder, f.n, rnd), nil
	}
	var out []job
	for range f.n {
		s, err := finder.find(f.source, rnd)
		if err != nil {
			return nil, err
		}
		j := job{source: s, all: f.target == "all"}
		if !j.all {
			if j.target, err = finder.find(f.target, rnd); err != nil {
				return nil, err
			}
		}
		out = append(out, j)
	}
	return out, nil
}

// rankJobs chooses n random sources for each power of two and the node that
// Dijkstra's algorithm settles as that many-th behind the source.
func rankJobs(f *finder, n int, rnd *rand.Rand) (out []job) {
	for rank := 1; rank < len(f.connected); rank *= 2 {
		for range n {
			s, _ := f.find("random", rnd)
			settled := oracle.Dijkstra(f.m.Graph, s.node, graph.NoNode).Settled
			if rank < len(settled) {
				out = append(out, job{source: s, target: place{node: settled[rank]}, rank: rank})
			}
		}
	}
	return out
}

// outcome is what a query found and cost.
type outcome struct {
	job      job
	dist     uint32
	path     []uint32 // edges
	last     trace.Event
	wall     float64 // ms, from start to the last event
	dijkstra uint64  // edges that Dijkstra's algorithm relaxes
	verified bool
}

// efficiency is the share of relaxed edges that Dijkstra's algorithm would
// have relaxed too.
func (o outcome) efficiency() float64 { return float64(o.dijkstra) / float64(max(1, o.last.Relaxed)) }

func (a *app) runSSSP(ctx context.Context, out io.Writer, file string, f searchFlags) error {
	algorithm, err := algorithmOf(f.algorithm)
	if err != nil {
		return err
	}
	values, err := f.params.values(algorithm)
	if err != nil {
		return err
	}
	if f.n < 1 {
		return usage("-n is %d; at least one query is needed", f.n)
	}
	m, err := a.loadMap(ctx, file)
	if err != nil {
		return err
	}
	finder, err := newFinder(m)
	if err != nil {
		return err
	}
	jobs, err := f.jobs(finder)
	if err != nil {
		return err
	}
	d, err := a.openDevice()
	if err != nil {
		return err
	}
	defer d.Release()
	solver, err := algorithm.Prepare(d, m)
	if err != nil {
		return err
	}
	defer solver.Release()

	if !f.ranks {
		jobs = append(jobs[:1:1], jobs...)
	} else if len(jobs) > 0 {
		jobs = append([]job{jobs[len(jobs)-1]}, jobs...)
	}
	r := newReport(out, f, m, d.Info(), algorithm, values)
	outcomes, err := searchAll(ctx, solver, m, jobs, values, f, r.query)
	if err != nil {
		return err
	}
	if f.path != "" {
		if err := writeFile(f.path, func(w io.Writer) error { return writeRoutes(w, m, outcomes) }); err != nil {
			return err
		}
	}
	return r.summary(outcomes)
}

// searchAll runs all jobs, of which the first one only warms up, and hands each
// outcome to done.
func searchAll(ctx context.Context, solver compute.Solver, m *scene.Map, jobs []job, v compute.Values, f searchFlags, done func(int, outcome) error) ([]outcome, error) {
	var observers []func(trace.Event)
	if f.trace != "" {
		write, finish, err := traceTo(f.trace)
		if err != nil {
			return nil, err
		}
		defer finish()
		observers = append(observers, write)
	}
	var out []outcome
	for i, j := range jobs {
		o, err := search(ctx, solver, m, j, v, f.verify, observers)
		if err != nil {
			return nil, err
		}
		if i == 0 && len(jobs) > 1 {
			continue
		}
		out = append(out, o)
		if err := done(len(out)-1, o); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// search runs one query.
func search(ctx context.Context, solver compute.Solver, m *scene.Map, j job, v compute.Values, verify bool, observers []func(trace.Event)) (outcome, error) {
	o := outcome{job: j, dist: graph.Unreached}
	q := j.query()
	begin := time.Now()
	run, err := solver.Start(q, v)
	if err != nil {
		return o, err
	}
	defer run.Release()
	for e, err := range trace.Tee(run.Steps(ctx), observers...) {
		if err != nil {
			return o, err
		}
		o.last = e
	}
	o.wall = float64(time.Since(begin).Nanoseconds()) / 1e6
	dist, err := run.Distances(ctx)
	if err != nil {
		return o, err
	}
	truth := oracle.Dijkstra(m.Graph, q.Source, q.Target)
	o.dijkstra = truth.Relaxed
	if verify {
		if err := oracle.Verify(m.Graph, truth, q.Target, dist); err != nil {
			return o, fmt.Errorf("%w: from node %d: %v", errVerification, q.Source, err)
		}
		o.verified = true
	}
	if q.Target != graph.NoNode {
		o.dist = dist[q.Target]
		if o.path, err = sssp.Path(m.Graph, dist, q.Source, q.Target); err != nil {
			return o, fmt.Errorf("%w: %v", errVerification, err)
		}
	}
	return o, nil
}
