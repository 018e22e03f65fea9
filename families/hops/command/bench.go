package command

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/bfs"
	"kernelscope/compute/experiment"
	"kernelscope/compute/gpu"
	"kernelscope/compute/oracle"
	"kernelscope/compute/timing"
	"kernelscope/internal/clock"
	"kernelscope/internal/fault"
	"kernelscope/scene/graph"
)

// benchFlags are the flags of 'bench bfs'.
type benchFlags struct {
	bars    bool
	newYork string
	only    string
	schemes string
	pairs   string
	repeat  int
	sf      string
	study   bool
	limit   time.Duration
	chart   string
	save    string
	rows    string
	exact   time.Duration

	normalized, json, csv bool

	n              int   // of --pairs, if it is one number
	lists, factors []int // of --pairs and --sf
}

// drawn lists the schemes of the chart by the number of pairs, which has a colour for each.
var drawn = []bfs.Scheme{bfs.Paired, bfs.Rows, bfs.Workgroups, bfs.Coalesced, bfs.BottomUp, bfs.Single, bfs.Host}

func benchCommand(app *cli.App) *cobra.Command {
	var f benchFlags
	c := &cobra.Command{
		Use:   "bfs",
		Short: "Measure searches between pairs by the number of pairs, or the table of goals",
		Long: `Measures lists of random pairs in µs of wall time per pair, which includes mapping nodes,
uploading pairs, searching, reading back and ordering the answers. Times are medians after a
warm-up. Every length is compared with sweeps on the host, and the lengths of 64 pairs also
with a queue-based search.

The lists have 1, 4, 16, … pairs, or the numbers of --pairs, on graphs of friendships of --sf.
Each scheme searches them, and --chart draws the times per pair, the comparison with the host,
and top-down against bottom-up. With --normalized the chart has a group of bars for each
number of pairs: the time of each scheme over the time of the best. A scheme is left out, with
the reason, if a run would take longer than --limit. --save writes a sheet, and --rows draws
the chart of a sheet again.

With --study the parameters of the schemes are varied instead, one at a time, and --chart
draws how many invocations share a node's edges. With --bars the workloads of the table of
goals, set for one NVIDIA H200, are measured.`,
		Example: `  viewer bench bfs --sf 1 --pairs 4096
  viewer bench bfs --chart pairs.svg
  viewer bench bfs --sf 1,3,10,30 --pairs 1,10,100,1000,2048..65536 --normalized --save pairs.csv
  viewer bench bfs --rows pairs.csv --normalized --chart bars.svg
  viewer bench bfs --study --schemes coalesced,rows
  viewer bench bfs --bars --new-york USA-road-d.NY.gr.gz`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if f.rows != "" {
				for _, name := range []string{"sf", "pairs", "schemes", "save", "json", "csv", "bars", "study"} {
					if c.Flags().Changed(name) {
						return cli.Usage("--rows draws what was measured before; it cannot be combined with --%s", name)
					}
				}
				return redraw(f)
			}
			return bench(c.Context(), app, c.OutOrStdout(), c.ErrOrStderr(), f)
		},
	}
	fs := c.Flags()
	fs.BoolVar(&f.bars, "bars", false, "measure the workloads of the table of goals")
	fs.BoolVar(&f.study, "study", false, "vary the parameters of the schemes")
	fs.StringVar(&f.chart, "chart", "", "write the chart to this file: .svg or .png")
	fs.DurationVar(&f.exact, "exact", 0, "with --bars, also measure betweenness from all nodes, for at most this long per graph")
	fs.DurationVar(&f.limit, "limit", 10*time.Second, "omit measurements with runs that take longer than this; betweenness stops after it")
	fs.StringVar(&f.newYork, "new-york", "", "USA-road-d.NY.gr.gz of the 9th DIMACS challenge; omitted if empty")
	fs.StringVar(&f.only, "only", "", "workloads of the table, separated by commas: "+strings.Join(workNames(), ", ")+"; with --study, parameters")
	fs.StringVar(&f.schemes, "schemes", strings.Join(cli.Names(drawn), ","), "without --bars, schemes, separated by commas: "+strings.Join(cli.Names(bfs.Schemes()), ", "))
	fs.StringVar(&f.pairs, "pairs", "", "numbers of pairs such as 1,10,2048..65536; a range doubles. A single number is the greatest: by default 65536, with --bars 16384, with --study 1024")
	fs.IntVarP(&f.repeat, "repeat", "r", 5, "number of runs, of which the median counts")
	fs.StringVar(&f.sf, "sf", "1", "scale factors of graphs without --bars, separated by commas: 1, 3, 10, 30, 100, 300; one for a study")
	fs.BoolVar(&f.normalized, "normalized", false, "show times relative to the best scheme of each list")
	fs.BoolVar(&f.json, "json", false, "print JSON lines: meta, row")
	fs.BoolVar(&f.csv, "csv", false, "print comma-separated values")
	fs.StringVar(&f.rows, "rows", "", "draw the chart of this sheet, written with --save, instead of measuring")
	cli.Reads(c, "rows")
	cli.Writes(c, "chart")
	cli.AddSave(c, &f.save)
	return c
}

func bench(ctx context.Context, app *cli.App, out, tell io.Writer, f benchFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	schemes, err := cli.AllNamed("--schemes", f.schemes, bfs.Schemes())
	if err != nil {
		return err
	}
	d, err := app.OpenDevice()
	if err != nil {
		return err
	}
	defer d.Release()
	if !f.bars && !f.study {
		return figure(ctx, app, out, d, f, schemes)
	}
	fmt.Fprintf(out, "µs a pair on %s, driver %s\n\n", d.Info().Name, d.Info().Driver)
	if f.bars {
		return bars(ctx, app, out, tell, d, f)
	}
	return study(ctx, app, out, d, f, schemes)
}

// timed times searches and checks the lengths of the last run.
func timed(ctx context.Context, d *gpu.Device, g *bfs.Graph, m *graph.Graph, pairs []bfs.Pair, o bfs.Options, repeat int) (timing.Times, error) {
	var a bfs.Answer
	search := func() (err error) {
		a, err = g.Search(ctx, pairs, o)
		return err
	}
	const most = 32 // searches in which the length of sweeps is tried
	for i := 0; i == 0 || g.IsTrying() && i < most; i++ {
		if err := search(); err != nil {
			return timing.Times{}, err
		}
	}
	t, err := timing.Call(d, timing.Runs{Warm: 1, Timed: repeat}, search)
	if err != nil {
		return t, err
	}
	host, err := g.Search(ctx, pairs, bfs.Options{Scheme: bfs.Host})
	if err != nil {
		return t, err
	}
	if i := differs(a.Lengths, host.Lengths); i >= 0 {
		return t, fmt.Errorf("%w: scheme %s: pair %d, %v, has length %s, but %s on the host", fault.Wrong, a.Scheme, i, pairs[i], inEdges(a.Lengths[i]), inEdges(host.Lengths[i]))
	}
	few := min(64, len(pairs))
	return t, verify(ctx, m, pairs[:few], a.Lengths[:few])
}

// measured passes the measurements of a list of pairs to the command's watcher.
func measured(app *cli.App, input string, s bfs.Scheme, v compute.Values, g *bfs.Graph, pairs int, t timing.Times) {
	row := experiment.Row{Input: input, Size: g.Nodes, Algorithm: s.Name(), Values: v}
	row.State("pairs", float64(pairs))
	row.Measured(t)
	app.Found(row)
}

// differs returns the first index at which two lists differ, or -1.
func differs(a, b []uint32) int {
	for i := range a {
		if a[i] != b[i] {
			return i
		}
	}
	return -1
}

// sourcesOf returns the sources of pairs.
func sourcesOf(pairs []bfs.Pair) []uint32 {
	sources := make([]uint32, len(pairs))
	for i, p := range pairs {
		sources[i] = p.Source
	}
	return sources
}

// timedLevels times the counting of levels and checks a few sources with a queue-based search.
func timedLevels(ctx context.Context, d *gpu.Device, g *bfs.Graph, m *graph.Graph, sources []uint32, repeat int) (timing.Times, error) {
	var levels [][]uint32
	t, err := timing.Call(d, timing.Runs{Warm: 1, Timed: repeat}, func() (err error) {
		levels, err = g.Levels(ctx, sources, nil)
		return err
	})
	if err != nil {
		return t, err
	}
	for i, s := range sources[:min(8, len(sources))] {
		counts := make([]uint32, len(levels[i]))
		for _, level := range oracle.BFS(m.FirstOut, m.Head, s) {
			if level != bfs.Unreachable && int(level) < len(counts) {
				counts[level]++
			}
		}
		if at := differs(levels[i], counts); at >= 0 {
			return t, fmt.Errorf("%w: from node %d there are %d nodes at level %d, but a queue finds %d", fault.Wrong, s, levels[i][at], at, counts[at])
		}
	}
	return t, nil
}

// onePair searches the pairs one by one and returns the median, the 90th percentile and the maximum
// of their times in µs.
func onePair(ctx context.Context, g *bfs.Graph, m *graph.Graph, pairs []bfs.Pair) (median, decile, longest float64, err error) {
	var times []float64
	lengths := make([]uint32, len(pairs))
	for range 2 { // the first round warms up
		times = times[:0]
		for i, p := range pairs {
			begin := clock.Now()
			a, err := g.Search(ctx, []bfs.Pair{p}, bfs.Options{})
			if err != nil {
				return 0, 0, 0, err
			}
			lengths[i] = a.Lengths[0]
			times = append(times, 1e3*timing.Milliseconds(clock.Since(begin)))
		}
	}
	slices.Sort(times)
	return timing.Median(times), times[len(times)*9/10], times[len(times)-1], verify(ctx, m, pairs, lengths)
}
