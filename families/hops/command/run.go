package command

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/cli/flags"
	"kernelscope/compute/bfs"
	"kernelscope/compute/bfs/pairfile"
	"kernelscope/compute/bfs/pairgen"
	"kernelscope/compute/oracle"
	"kernelscope/compute/timing"
	"kernelscope/internal/fault"
	"kernelscope/internal/output"
	"kernelscope/internal/shard"
	"kernelscope/internal/source"
	"kernelscope/report"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// runFlags are the flags of 'run bfs'.
type runFlags struct {
	pairs        string
	n            string
	seed         uint64
	joined       bool
	scheme, form string
	params       *flags.Params
	repeat       int
	verify, json bool
	hybrid       bool
	paths, count bool
	allPaths     int
	counters     bool
	chart        string
	betweenness  string
	closeness    bool
	nodes        string
	output       string
	part         shard.Part
	facts        map[string]string // metadata of Parquet
}

func runCommand(app *cli.App) *cobra.Command {
	var f runFlags
	c := &cobra.Command{
		Use:   "bfs [FILE]",
		Short: "Find the fewest edges between pairs of nodes",
		Long: `Finds, for each pair of a list, the fewest edges on a path between its nodes, ignoring weights,
or reports that there is no path. All pairs are answered together. Without FILE it uses the
embedded map.

A file of pairs has two columns, the ids of source and target as in the graph's file,
separated by commas, semicolons, bars, tabs or blanks; the first line may name the columns.
It may also be a .parquet file whose first two columns are integers. Answers are in the order
of the pairs. Without a file the pairs are random.

Schemes: ` + bfs.Paired.Name() + `, a workgroup per pair, which searches from both ends; ` + bfs.Rows.Name() + `, sweeps of up to 2048
searches, or 16384 on roads, that share what they read; ` + bfs.Host.Name() + `, sweeps on all cores of the host.
` + bfs.Auto.Name() + ` compares the expected times of the first two. The printed plan is made, and limited to the
device's memory, before any memory is allocated.

Times are medians of --repeat runs after the first, from the list of pairs to the lengths.`,
		Example: `  viewer run bfs -n 4096 --verify
  viewer run bfs social.el --undirected --pairs pairs.csv -o lengths.csv
  viewer run bfs gen:kronecker,scale=14 -n 2^14 --scheme rows --verify --json
  viewer run bfs social.el --pairs pairs.csv -o parts/lengths.parquet --shard 3/8`,
		Args: cobra.MaximumNArgs(1), ValidArgsFunction: cli.CompleteMaps,
		RunE: func(c *cobra.Command, args []string) error {
			if f.pairs != "" && (c.Flags().Changed("number") || c.Flags().Changed("seed") || f.joined) {
				return cli.Usage("--pairs cannot be combined with -n, --seed or --joined, which generate pairs")
			}
			return run(c, app, args, f)
		},
	}
	fs := c.Flags()
	fs.StringVar(&f.pairs, "pairs", "", "file of pairs")
	fs.StringVarP(&f.n, "number", "n", "4096", "number of random pairs, such as 4096, 1e5 or 2^14")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of random pairs")
	fs.BoolVar(&f.joined, "joined", false, "draw random pairs from the largest component, so that the nodes of each pair are connected")
	fs.StringVar(&f.scheme, "scheme", bfs.Auto.Name(), "how to search: "+strings.Join(cli.Names(bfs.Schemes()), ", "))
	fs.StringVar(&f.form, "form", "auto", "expected degrees of nodes: hubs, roads or auto")
	f.params = flags.Add(fs, bfs.Schemes())
	fs.IntVarP(&f.repeat, "repeat", "r", 1, "number of timed runs")
	fs.BoolVar(&f.verify, "verify", false, "compare every length with a queue-based search; exit 5 on a difference")
	fs.BoolVar(&f.json, "json", false, "print JSON lines: meta, plan, pair (unless -o has them), summary")
	fs.BoolVar(&f.hybrid, "hybrid", false, "search some of the pairs on the host concurrently; measured speeds decide how many")
	fs.BoolVar(&f.paths, "paths", false, "also return the nodes of one shortest path of each pair")
	fs.BoolVar(&f.count, "count", false, "also return the number of shortest paths of each pair, at most 2^64 - 1")
	fs.IntVar(&f.allPaths, "all-paths", 0, "also return the nodes of all shortest paths of pairs that have at most this many")
	fs.BoolVar(&f.counters, "counters", false, "report for each level of a joint frontier its nodes, sharing, invocations with work, and imbalance of workgroups")
	fs.StringVar(&f.chart, "chart", "", "with --counters, draw how evenly workgroups share the edges of each level: .svg or .png")
	fs.StringVar(&f.betweenness, "betweenness", "", "also compute the betweenness of all nodes, by searches from all, or from a number of sources drawn by --seed")
	fs.BoolVar(&f.closeness, "closeness", false, "also compute the closeness of all nodes")
	fs.StringVar(&f.nodes, "nodes", "", "write betweenness and closeness to this file: .csv or .parquet")
	fs.StringVarP(&f.output, "output", "o", "", "write the lengths to this file: .csv or .parquet")
	cli.AddShard(c, &f.part, "of the pairs")
	app.AddBackend(fs)
	cli.Reads(c, "pairs")
	cli.Writes(c, "output", "nodes", "chart")
	_ = c.RegisterFlagCompletionFunc("scheme", cli.Fixed(cli.Names(bfs.Schemes())...))
	_ = c.RegisterFlagCompletionFunc("form", cli.Fixed("auto", "hubs", "roads"))
	return c
}

// job holds the parsed flags.
type job struct {
	options bfs.Options
	form    bfs.Form
	n       int
	nodes   centrality
}

// job parses the flags.
func (f *runFlags) job() (j job, err error) {
	if j.options.Scheme, err = cli.Named("--scheme", f.scheme, bfs.Schemes()); err != nil {
		return j, err
	}
	if j.options.Values, err = flags.Values(f.params, j.options.Scheme); err != nil {
		return j, err
	}
	for _, form := range []bfs.Form{bfs.AutoForm, bfs.Hubs, bfs.Roads} {
		if j.form = form; form.String() == f.form {
			break
		}
	}
	switch {
	case j.form.String() != f.form:
		return j, cli.Usage("--form is %q, not auto, hubs or roads", f.form)
	case f.repeat < 1:
		return j, cli.Usage("--repeat is %d; at least one run is needed", f.repeat)
	case f.output != "" && filepath.Ext(f.output) != ".csv" && filepath.Ext(f.output) != ".parquet":
		return j, cli.Usage("-o is %q: the name must end in .csv or .parquet", f.output)
	case f.part.On() && (f.betweenness != "" || f.closeness):
		return j, cli.Usage("--shard divides pairs; it cannot be combined with --betweenness or --closeness, which cover all nodes")
	case f.chart != "" && !f.counters:
		return j, cli.Usage("--chart draws what --counters counts: give both")
	case f.allPaths < 0:
		return j, cli.Usage("--all-paths is %d; it is a number of paths", f.allPaths)
	}
	j.options.Counters = f.counters
	if j.nodes, err = f.wanted(); err != nil {
		return j, err
	}
	if j.n, err = cli.Count("-n", f.n); err != nil {
		return j, err
	}
	return j, cmp.Or(cli.CheckChart("--chart", f.chart), cli.CheckShard(f.part, f.output, ".parquet"), cli.CheckFolder(f.output))
}

// read returns the pairs of the file, or random pairs.
func (f *runFlags) read(ctx context.Context, m *scene.Map, g *bfs.Graph, n int) ([]bfs.Pair, error) {
	const each = 32 // bytes of a pair, its result and its place in the search order
	if f.pairs != "" {
		return pairfile.Read(ctx, f.pairs, m.Graph.ID)
	}
	if err := source.Need(each*int64(n), fmt.Sprintf("searching between %d pairs", n)); err != nil {
		return nil, err
	}
	if f.joined {
		return pairgen.Random(f.seed, n, g.Largest()), nil
	}
	return pairgen.Random(f.seed, n, pairgen.All(m.Graph.Nodes())), nil
}

func run(c *cobra.Command, app *cli.App, args []string, f runFlags) error {
	ctx, out := c.Context(), c.OutOrStdout()
	j, err := f.job()
	if err != nil {
		return err
	}
	m, err := app.LoadMap(ctx, cli.Optional(args))
	if err != nil {
		return err
	}
	pool, err := app.OpenPool(ctx)
	if err != nil {
		return err
	}
	defer pool.Release()
	if f.hybrid && len(pool.Members) > 1 {
		return cli.Usage("--hybrid shares pairs between the host and one device, not %d", len(pool.Members))
	}
	all, err := openGraphs(pool, m.Graph, j.form)
	if err != nil {
		return err
	}
	defer all.release()
	g := all.first()
	pairs, err := f.read(ctx, m, g, j.n)
	if err != nil {
		return err
	}
	f.facts = map[string]string{shard.Version: app.Version, "device": pool.Name(), "file": m.Name, shard.Graph: m.Graph.Checksum()}
	if err := cli.Origin(f.facts, c, args, pairs); err != nil {
		return err
	}
	first, end := f.part.Cut(len(pairs))
	pairs = pairs[first:end]
	plan, err := g.Plan(pairs, j.options)
	if err != nil {
		return err
	}
	meta := report.NewMeta(app.Version, pool.Name(), pool.Driver())
	r := &sheet{out: out, flags: f, m: m, pairs: pairs}
	if err := r.begin(meta, g, plan); err != nil {
		return err
	}
	j.options.Scheme = plan.Scheme // later runs keep the scheme, although the cost estimates change
	j.options.Hybrid = f.hybrid
	var answer bfs.Answer
	times, err := timing.CallOn(pool.Backends(), timing.Runs{Warm: 1, Timed: f.repeat}, func() (err error) {
		answer, err = all.search(ctx, pairs, plan, j.options)
		return err
	})
	if err != nil {
		return err
	}
	if f.verify {
		if err := verify(ctx, m.Graph, pairs, answer.Lengths); err != nil {
			return err
		}
	}
	r.found.lengths = answer.Lengths
	if err := r.more(ctx, all); err != nil {
		return err
	}
	if err := r.write(ctx); err != nil {
		return err
	}
	if err := j.nodes.report(ctx, out, all.first(), m, f); err != nil {
		return err
	}
	if f.chart != "" {
		tails, err := tailsOf(ctx, g, pairs, j.options)
		if err != nil {
			return err
		}
		if err := balance(f.chart, pool.Name(), answer, tails); err != nil {
			return err
		}
	}
	return r.end(ctx, answer, times, pool)
}

// more computes the other requested results of pairs.
func (r *sheet) more(ctx context.Context, g *graphs) error {
	if !r.flags.count && !r.flags.paths && r.flags.allPaths == 0 {
		return nil
	}
	if r.flags.count {
		r.found.counts = []uint64{}
	}
	if r.flags.paths {
		r.found.routes = [][]uint32{}
	}
	if r.flags.allPaths > 0 {
		r.found.every = [][][]uint32{}
	}
	return spread(ctx, g, r.pairs, func(ctx context.Context, one *bfs.Graph, pairs []bfs.Pair) (f found, err error) {
		if r.flags.count {
			if f.counts, err = one.CountPaths(ctx, pairs); err != nil {
				return f, err
			}
		}
		if r.flags.paths {
			if f.routes, err = one.Routes(ctx, pairs); err != nil {
				return f, err
			}
		}
		if r.flags.allPaths > 0 {
			f.every, err = one.EveryRoute(ctx, pairs, r.flags.allPaths)
		}
		return f, err
	}, func(f found) {
		r.found.counts, r.found.routes, r.found.every = append(r.found.counts, f.counts...), append(r.found.routes, f.routes...), append(r.found.every, f.every...)
	})
}

// write writes the file of pairs, if requested.
func (r *sheet) write(ctx context.Context) error {
	path := r.flags.part.File(r.flags.output)
	switch filepath.Ext(path) {
	case ".csv":
		return output.File(path, func(w io.Writer) error { return r.each(ctx, w, r.csv) })
	case ".parquet":
		return output.File(path, func(w io.Writer) error { return r.parquet(ctx, w) })
	}
	return nil
}

// verify compares lengths with those of the oracle.
func verify(ctx context.Context, g *graph.Graph, pairs []bfs.Pair, lengths []uint32) error {
	sources, targets := make([]uint32, len(pairs)), make([]uint32, len(pairs))
	for i, p := range pairs {
		sources[i], targets[i] = p.Source, p.Target
	}
	want, err := oracle.BFSLengths(ctx, g.FirstOut, g.Head, sources, targets)
	if err != nil {
		return err
	}
	for i, w := range want {
		if got := lengths[i]; got != w {
			return fmt.Errorf("%w: pair %d, from node %d to %d, has length %s, but a queue-based search says %s", fault.Wrong, i,
				g.ID[sources[i]], g.ID[targets[i]], inEdges(got), inEdges(w))
		}
	}
	return nil
}
