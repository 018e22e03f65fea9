package command

import (
	"context"
	"io"
	"log/slog"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/cli/flags"
	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
	"kernelscope/families/paths/view"
	"kernelscope/internal/output"
	"kernelscope/report"
	"kernelscope/scene"
	"kernelscope/scene/graph"
	"kernelscope/scene/place"
)

// searchCommand is 'run sssp'.
func searchCommand(app *cli.App) *cobra.Command {
	var f searchFlags
	c := &cobra.Command{
		Use:   "sssp [FILE]",
		Short: "Find shortest paths from a node",
		Long: `Runs a search over a road map, on the GPU or, for comparison, on the host. Without FILE it
uses the embedded map. The default search is Frontier, the fastest; windows, pictures and
recordings show Near-Far.

A place is ` + place.Help + `.
The first run warms up and is not shown.

With --concurrent the queries run concurrently and are timed together: from allocating
memory on the device to the last event of each batch. Reading and verifying the distances
is not timed.`,
		Example: `  viewer run sssp -n 10 --verify
  viewer run sssp city.osm.pbf -s 13.38,52.51 -t id:27554989 --path route.geojson
  viewer run sssp --ranks -n 10 --delta 4000 --json
  viewer run sssp --rank 2^14 -n 5 -a nearfar-append --verify
  viewer run sssp -t all -n 1000 --concurrent auto --verify
  viewer run sssp -t all -s -75.52,39.16 --isochrones isochrones.geojson --band 300
  viewer run sssp -a nearfar --expansion expansion.parquet`,
		Args: cobra.MaximumNArgs(1), ValidArgsFunction: cli.CompleteMaps,
		RunE: func(c *cobra.Command, args []string) error {
			return runSearch(c.Context(), c.OutOrStdout(), app, cli.Optional(args), f)
		},
	}
	fs := c.Flags()
	fs.StringVarP(&f.source, "source", "s", "random", "source of the search: "+place.Help)
	fs.StringVarP(&f.target, "target", "t", "random", "target of the search: a place like the source, or all")
	cli.AddAlgorithm(c, &f.algorithm, "search", fastest, sssp.Searches())
	f.params = flags.Add(fs, sssp.Searches())
	fs.BoolVar(&f.tuned, "tuned", false, view.TunedHelp)
	fs.IntVarP(&f.n, "queries", "n", 1, "number of queries")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of random places")
	fs.StringVar(&f.rank, "rank", "", rankHelp)
	fs.BoolVar(&f.ranks, "ranks", false, "choose targets by Dijkstra rank: N queries for each rank 1, 2, 4, 8, …")
	fs.BoolVar(&f.verify, "verify", false, "compare every distance with Dijkstra's algorithm; exit 5 on a difference")
	fs.BoolVar(&f.json, "json", false, "print JSON lines: meta, query, summary")
	fs.StringVar(&f.path, "path", "", "write the routes to this GeoJSON file")
	fs.StringVar(&f.exports.expansion, "expansion", "", "write when the search reached each node to this .csv, .parquet or .geojson file; this takes a second search, one round at a time")
	fs.StringVar(&f.exports.isochrones, "isochrones", "", "with -t all, write the areas within multiples of --band to this .geojson file, the largest first")
	fs.BoolVar(&f.exports.lines, "isochrone-lines", false, "write the roads, cut into bands, instead of areas")
	fs.Float64Var(&f.exports.band, "band", 0, "width of a band of --isochrones, in seconds, metres, or units of weight; at most ten bands if 0")
	fs.BoolVar(&f.directions, "directions", false, "print the roads and turns of each path")
	fs.StringVar(&f.trace, "trace", "", "write the events of every step to this file, as JSON lines")
	fs.StringVar(&f.concurrent, "concurrent", "", concurrentHelp)
	app.AddBackend(fs)
	cli.Writes(c, "path", "trace", "expansion", "isochrones")
	return c
}

// checkConcurrent parses --concurrent and refuses flags that exclude it.
func (f *searchFlags) checkConcurrent(a sssp.Algorithm) (err error) {
	if f.concurrent == "" {
		return nil
	}
	if f.path != "" || f.trace != "" || f.directions {
		return cli.Usage("--concurrent cannot be combined with --path, --directions or --trace, which follow a single search")
	}
	if f.atOnce, err = concurrency(f.concurrent); err != nil {
		return err
	}
	return needSideBySide("--concurrent", a)
}

// jobs lists the queries.
func (f *searchFlags) jobs(ctx context.Context, m *scene.Map) (out []job, err error) {
	finder, err := place.NewFinder(m)
	if err != nil {
		return nil, err
	}
	rnd := rand.New(rand.NewPCG(f.seed, 0))
	if f.ranks {
		for q := range measure.RankQueries(m.Graph, f.n, rnd) {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			out = append(out, job{q, place.Place{Node: q.Source}, place.Place{Node: q.Target}})
		}
		return out, nil
	}
	rank, err := rankOf(f.rank, f.target)
	if err != nil {
		return nil, err
	}
	for range f.n {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if rank > 0 {
			j, err := ranked(m, finder, f.source, rank, rnd)
			if err != nil {
				return nil, err
			}
			out = append(out, j)
			continue
		}
		j := job{}
		if j.source, err = finder.Find(f.source, rnd); err != nil {
			return nil, cli.PlaceError(err)
		}
		j.Source, j.Target = j.source.Node, graph.NoNode
		if f.target != "all" {
			if j.target, err = finder.Find(f.target, rnd); err != nil {
				return nil, cli.PlaceError(err)
			}
			j.Target = j.target.Node
		}
		out = append(out, j)
	}
	return out, nil
}

// work returns the kind of queries, for which settings are tuned.
func (f *searchFlags) work() experiment.Work {
	if f.target == "all" && !f.ranks {
		return measure.ToAll
	}
	return measure.ByRank
}

func runSearch(ctx context.Context, out io.Writer, app *cli.App, file string, f searchFlags) error {
	algorithm, values, err := f.check()
	if err != nil {
		return err
	}
	m, err := app.LoadMap(ctx, file)
	if err != nil {
		return err
	}
	switch {
	case f.path != "" && m.Abstract:
		return cli.Usage("--path needs coordinates; %s has none", m.Name)
	case f.directions && m.Names == nil:
		return cli.Usage("--directions needs names of roads; %s has none", m.Name)
	}
	if err := f.exports.checkMap(m); err != nil {
		return err
	}
	jobs, err := f.jobs(ctx, m)
	if err != nil {
		return err
	}
	if algorithm.About().OnHost {
		app.NeedNoDevice()
	}
	open := app.OpenOne
	if f.concurrent != "" {
		open = app.OpenPool
	}
	pool, err := open(ctx)
	if err != nil {
		return err
	}
	defer pool.Release()
	d := pool.Members[0]
	if f.tuned {
		if values, err = view.WithTuned(values, algorithm.Name(), f.work(), m, d.Info); err != nil {
			return err
		}
	}
	if algorithm, err = withFronts(ctx, algorithm, m); err != nil {
		return err
	}
	toAll := f.target == "all" && !f.ranks
	if algorithm.About().Goal && (toAll || m.Abstract && algorithm == sssp.Algorithm(sssp.AStar{})) {
		slog.Warn(algorithm.Title()+" runs as Dijkstra's algorithm: it needs a target, and A* needs coordinates", "file", m.Name)
	}
	used, err := sssp.Chosen(algorithm, m.Graph, d.Limits(), toAll, values)
	if f.concurrent != "" {
		used, err = sssp.ChosenMany(algorithm, m.Graph, d.Limits(), values)
	}
	if err != nil {
		return err
	}
	meta := report.NewMeta(app.Version, computer(algorithm, pool.Name()), pool.Driver())
	print := func() *printer { return newPrinter(out, f, m, meta, algorithm, used) }
	if f.concurrent != "" {
		return f.together(ctx, pool, algorithm, m, jobs, values, print)
	}
	solver, err := algorithm.Prepare(d.Backend, m)
	if err != nil {
		return err
	}
	defer solver.Release()
	f.profile = app.Profile
	return f.searches(ctx, solver, m, jobs, values, print())
}

// together runs all queries concurrently and prints their results.
func (f *searchFlags) together(ctx context.Context, pool *cli.Pool, a sssp.Algorithm, m *scene.Map, jobs []job, v compute.Values, print func() *printer) error {
	s, err := prepare(pool, a, m, f.atOnce)
	if err != nil {
		return err
	}
	defer s.release()
	p := print()
	outcomes, err := searchMany(ctx, s, m, jobs, v, *f, p.query)
	if err != nil {
		return err
	}
	return p.manySummary(outcomes, s)
}

// check parses the flags: the search, and values for its parameters.
func (f *searchFlags) check() (a sssp.Algorithm, v compute.Values, err error) {
	if a, err = cli.Named("-a", f.algorithm, sssp.Searches()); err != nil {
		return nil, nil, err
	}
	if v, err = flags.Values(f.params, a); err != nil {
		return nil, nil, err
	}
	if err := cli.Repeats("-n", f.n, "query"); err != nil {
		return nil, nil, err
	}
	if _, err := rankOf(f.rank, f.target); err != nil {
		return nil, nil, err
	}
	if f.rank != "" && f.ranks {
		return nil, nil, cli.Usage("--rank and --ranks cannot be combined")
	}
	if err := f.exports.check(f); err != nil {
		return nil, nil, err
	}
	return a, v, f.checkConcurrent(a)
}

// searches runs the queries one by one and prints their results.
func (f *searchFlags) searches(ctx context.Context, solver sssp.Solver, m *scene.Map, jobs []job, v compute.Values, p *printer) error {
	if !f.ranks {
		jobs = append(jobs[:1:1], jobs...)
	} else if len(jobs) > 0 {
		jobs = append([]job{jobs[len(jobs)-1]}, jobs...)
	}
	s := searcher{algorithm: p.a, solver: solver, m: m, values: v, verify: f.verify, profile: f.profile}
	outcomes, err := s.traced(ctx, f.trace, jobs, p.query)
	if err != nil {
		return err
	}
	if err := f.exports.write(ctx, s, jobs[len(jobs)-1]); err != nil {
		return err
	}
	if f.path != "" {
		write := func(w io.Writer) error { return writeRoutes(w, m, outcomes) }
		if err := output.File(f.path, write); err != nil {
			return err
		}
	}
	return p.summary(outcomes)
}
