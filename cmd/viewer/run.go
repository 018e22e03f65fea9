package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
	"kernelscope/fault"
	"kernelscope/flags"
	"kernelscope/scene"
	"kernelscope/scene/graph"
	"kernelscope/scene/place"
)

func (a *app) runCommand() *cobra.Command {
	c := &cobra.Command{Use: "run", Short: "Run an algorithm without a window", Args: cobra.NoArgs, RunE: help}
	c.AddCommand(a.runSSSPCommand(), a.runTableCommand(), a.runSortCommand(), a.runClipCommand(), a.runBFSCommand())
	return c
}

// help is what a command does that only has others below it.
func help(c *cobra.Command, _ []string) error { return c.Help() }

// searchFlags are those of 'run sssp'.
type searchFlags struct {
	source, target string
	algorithm      string
	params         *flags.Params
	n              int
	seed           uint64
	ranks          bool
	verify, json   bool
	tuned          bool
	path, trace    string
	concurrent     string // empty for one query at a time
	atOnce         int    // what it says; zero for as many as there is room for
}

func (a *app) runSSSPCommand() *cobra.Command {
	var f searchFlags
	c := &cobra.Command{
		Use:   "sssp [FILE]",
		Short: "Find shortest paths from a node",
		Long: `Runs a search over a road map, on the GPU or, to compare, on the host (the embedded one without FILE).

A place is ` + place.Help + `.
Times are those of the second run on: the first one warms up and is not shown.

With --concurrent the queries are made side by side, and what is timed is all of them: from
making room on the device to the last event of each batch. Reading and verifying
the distances is not timed.`,
		Example: `  viewer run sssp -n 10 --verify
  viewer run sssp city.osm.pbf -s 13.38,52.51 -t id:27554989 --path route.geojson
  viewer run sssp --ranks -n 10 --delta 4000 --json
  viewer run sssp -a frontier -t all -n 1000 --concurrent auto --verify`,
		Args: cobra.MaximumNArgs(1), ValidArgsFunction: completeMaps,
		RunE: func(c *cobra.Command, args []string) error {
			return a.runSSSP(c.Context(), c.OutOrStdout(), optional(args), f)
		},
	}
	fs := c.Flags()
	fs.StringVarP(&f.source, "source", "s", "random", "where to start: "+place.Help)
	fs.StringVarP(&f.target, "target", "t", "random", "where to go: the same, or all")
	addAlgorithm(c, &f.algorithm, "search", "nearfar", sssp.Algorithms())
	f.params = flags.Add(fs, sssp.Algorithms())
	fs.BoolVar(&f.tuned, "tuned", false, tunedHelp)
	fs.IntVarP(&f.n, "queries", "n", 1, "number of queries")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of random places")
	fs.BoolVar(&f.ranks, "ranks", false, "choose targets by Dijkstra rank: N queries for each rank 1, 2, 4, 8, …")
	fs.BoolVar(&f.verify, "verify", false, "compare every distance with Dijkstra's algorithm; exit 5 on a difference")
	fs.BoolVar(&f.json, "json", false, "print JSON lines: meta, query, summary")
	fs.StringVar(&f.path, "path", "", "write the routes to this GeoJSON file")
	fs.StringVar(&f.trace, "trace", "", "write the events of every step to this file, as JSON lines")
	fs.StringVar(&f.concurrent, "concurrent", "", concurrentHelp)
	return c
}

// checkConcurrent reads --concurrent and refuses what it does not go with.
func (f *searchFlags) checkConcurrent(a sssp.Algorithm) (err error) {
	if f.concurrent == "" {
		return nil
	}
	if f.path != "" || f.trace != "" {
		return usage("--concurrent goes with neither --path nor --trace, which follow one search at a time")
	}
	if f.atOnce, err = concurrency(f.concurrent); err != nil {
		return err
	}
	return needSideBySide("--concurrent", a)
}

// job is one query with the words for it.
type job struct {
	measure.Query
	source, target place.Place
}

func (j job) all() bool { return j.Target == graph.NoNode }

// jobs lists the queries.
func (f *searchFlags) jobs(m *scene.Map) (out []job, err error) {
	finder, err := place.NewFinder(m)
	if err != nil {
		return nil, err
	}
	rnd := rand.New(rand.NewPCG(f.seed, 0))
	if f.ranks {
		for q := range measure.RankQueries(m.Graph, f.n, rnd) {
			out = append(out, job{q, place.Place{Node: q.Source}, place.Place{Node: q.Target}})
		}
		return out, nil
	}
	for range f.n {
		j := job{}
		if j.source, err = finder.Find(f.source, rnd); err != nil {
			return nil, usage("%v", err)
		}
		j.Source, j.Target = j.source.Node, graph.NoNode
		if f.target != "all" {
			if j.target, err = finder.Find(f.target, rnd); err != nil {
				return nil, usage("%v", err)
			}
			j.Target = j.target.Node
		}
		out = append(out, j)
	}
	return out, nil
}

// work is the kind of queries that settings are tuned for.
func (f *searchFlags) work() experiment.Work {
	if f.target == "all" && !f.ranks {
		return measure.ToAll
	}
	return measure.ByRank
}

// outcome is what a query found and cost.
type outcome struct {
	job      job
	dist     uint32
	path     []uint32 // edges
	last     sssp.Event
	wall     float64 // ms, from start to the last event
	dijkstra uint64  // edges that Dijkstra's algorithm relaxes
	verified bool
	shared   bool // it was one of many at once, and nobody knows how long it took
}

// compared says whether Dijkstra's algorithm has made the query too.
func (o outcome) compared() bool { return o.verified || !o.shared }

// efficiency is the share of relaxed edges that Dijkstra's algorithm would
// have relaxed too.
func (o outcome) efficiency() float64 { return float64(o.dijkstra) / float64(max(1, o.last.Relaxed)) }

func (a *app) runSSSP(ctx context.Context, out io.Writer, file string, f searchFlags) error {
	algorithm, err := algorithmOf("-a", f.algorithm, sssp.Algorithms())
	if err != nil {
		return err
	}
	values, err := flags.Values(f.params, algorithm)
	if err != nil {
		return err
	}
	if f.n < 1 {
		return usage("-n is %d; at least one query is needed", f.n)
	}
	if err := f.checkConcurrent(algorithm); err != nil {
		return err
	}
	m, err := a.loadMap(ctx, file)
	if err != nil {
		return err
	}
	if f.path != "" && m.Abstract {
		return usage("--path writes coordinates, and %s has none", m.Name)
	}
	jobs, err := f.jobs(m)
	if err != nil {
		return err
	}
	d, err := a.OpenDevice()
	if err != nil {
		return err
	}
	defer d.Release()
	if f.tuned {
		if values, err = withTuned(values, algorithm.Name(), f.work(), m, d.Info()); err != nil {
			return err
		}
	}
	solver, err := algorithm.Prepare(d, m)
	if err != nil {
		return err
	}
	defer solver.Release()
	many, _ := solver.(sssp.Concurrent)
	if f.concurrent != "" {
		if f.atOnce, err = atOnce(many, f.atOnce); err != nil {
			return err
		}
	}
	used, err := sssp.Chosen(algorithm, m.Graph, d.Limits(), values)
	if err != nil {
		return err
	}
	r := newReport(out, f, m, d.Info(), algorithm, used)
	if f.concurrent != "" {
		outcomes, cost, err := searchMany(ctx, many, m, jobs, values, f, r.query)
		if err != nil {
			return err
		}
		return r.manySummary(outcomes, cost)
	}

	if !f.ranks {
		jobs = append(jobs[:1:1], jobs...)
	} else if len(jobs) > 0 {
		jobs = append([]job{jobs[len(jobs)-1]}, jobs...)
	}
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
func searchAll(ctx context.Context, solver sssp.Solver, m *scene.Map, jobs []job, v compute.Values, f searchFlags, done func(int, outcome) error) ([]outcome, error) {
	var observe func(sssp.Event) error
	if f.trace != "" {
		write, finish, err := traceTo(f.trace)
		if err != nil {
			return nil, err
		}
		defer finish()
		observe = func(e sssp.Event) error { write(e); return nil }
	}
	var out []outcome
	for i, j := range jobs {
		o, err := search(ctx, solver, m, j, v, f.verify, observe)
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
func search(ctx context.Context, solver sssp.Solver, m *scene.Map, j job, v compute.Values, verify bool, observe func(sssp.Event) error) (outcome, error) {
	o := outcome{job: j, dist: graph.Unreached}
	found, err := measure.Search(ctx, solver, j.Query.Query, v, observe)
	if err != nil {
		return o, err
	}
	o.last, o.wall = found.Last, found.Wall
	truth := oracle.Dijkstra(m.Graph, j.Source, j.Target)
	o.dijkstra = truth.Relaxed
	if verify {
		if err := oracle.Verify(m.Graph, truth, j.Target, found.Dist); err != nil {
			return o, fmt.Errorf("%w: from node %d: %v", fault.Wrong, j.Source, err)
		}
		o.verified = true
	}
	if !j.all() {
		o.dist = found.Dist[j.Target]
		if o.path, err = sssp.Path(m.Graph, found.Dist, j.Source, j.Target); err != nil {
			return o, fmt.Errorf("%w: %v", fault.Wrong, err)
		}
	}
	return o, nil
}
