package paths

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/compute/experiment"
	"kernelscope/compute/gpu"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
	"kernelscope/format"
	"kernelscope/scene"
	"kernelscope/scene/place"
)

// autoFlags are those of 'bench auto'.
type autoFlags struct {
	algorithms, work string
	n, repetitions   int
	sweep            bool
}

// autoMaps are measured where no file is named.
var autoMaps = []string{"", "gen:roads,nodes=1070376", "gen:roads,nodes=65536", "gen:tile,k=3", "gen:grid,width=300,height=300", "gen:kronecker,scale=16"}

// autoCommand is 'bench auto'.
func autoCommand(app *cli.App) *cobra.Command {
	var f autoFlags
	c := &cobra.Command{
		Use:   "auto [FILE…]",
		Short: "The parameters that searches choose, beside the best of a sweep",
		Long: `Measures searches on maps and graphs, once with the parameters that they choose and once
with each setting of a sweep: delta from a half to 128 times that of the origin, and the
other parameters that count. The best three and the chosen ones are then measured again,
in turn, and these figures are printed: the median of each query, and the mean over all
queries. Every distance is verified. Without a FILE the embedded map and made graphs are
measured.`,
		ValidArgsFunction: cli.CompleteMaps,
		RunE: func(c *cobra.Command, files []string) error {
			return benchAuto(c.Context(), c.OutOrStdout(), app, files, f)
		},
	}
	fs := c.Flags()
	cli.AddAlgorithm(c, &f.algorithms, "searches, divided by commas", "frontier,nearfar", sssp.Algorithms())
	fs.StringVar(&f.work, "work", "rank,all", "queries: rank, from node to node by Dijkstra rank; all, from a node to all others")
	fs.IntVarP(&f.n, "queries", "n", 2, "queries for each rank, or to all")
	fs.IntVarP(&f.repetitions, "repetitions", "r", 3, "repetitions of each query at the end")
	fs.BoolVar(&f.sweep, "sweep", false, "print every setting of the sweeps, too")
	return c
}

// autoWorks are the kinds of queries by their names on the command line.
var autoWorks = map[string]experiment.Work{"rank": measure.ByRank, "all": measure.ToAll}

func benchAuto(ctx context.Context, out io.Writer, app *cli.App, files []string, f autoFlags) error {
	algorithms, err := cli.AllNamed("-a", f.algorithms, sssp.Algorithms())
	if err != nil {
		return err
	}
	var works []experiment.Work
	for name := range strings.SplitSeq(f.work, ",") {
		w, ok := autoWorks[name]
		if !ok {
			return cli.Usage("--work is %q; there are rank and all", f.work)
		}
		works = append(works, w)
	}
	for _, a := range algorithms {
		if autoSweep[a.Name()] == nil {
			return cli.Usage("%s chooses nothing that a sweep could better; -a takes %s", a.Name(), strings.Join(slices.Sorted(maps.Keys(autoSweep)), " and "))
		}
	}
	if len(files) == 0 {
		files = autoMaps
	}
	d, err := app.OpenDevice()
	if err != nil {
		return err
	}
	defer d.Release()
	fmt.Fprintf(out, "ms on %s, driver %s\n\n", d.Info().Name, d.Info().Driver)
	fmt.Fprintln(out, "| map | nodes | queries | search | chosen | ms | best of the sweep | ms | chosen / best |")
	fmt.Fprintln(out, "|---|---|---|---|---|---|---|---|---|")
	for _, file := range files {
		m, err := app.LoadMap(ctx, file)
		if err != nil {
			return err
		}
		if err := place.Searchable(m); err != nil {
			return err
		}
		for _, w := range works {
			for _, a := range algorithms {
				if err := compareAuto(ctx, out, d, m, a, w, f); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// autoSweep has the values that the parameters of a search are given; those of delta are
// multiples of the origin's. Software devices run no workgroups together.
var autoSweep = map[string]func(software bool) map[string][]uint32{
	sssp.Frontier{}.Name(): func(software bool) map[string][]uint32 {
		if software {
			return map[string][]uint32{sssp.Rho: {16, 64, 256}, sssp.Alone: {128, 4096}}
		}
		return map[string][]uint32{sssp.Rho: {64, 256, 1024}, sssp.Together: {32, 64, 128}}
	},
	sssp.NearFar{}.Name(): func(software bool) map[string][]uint32 {
		if software {
			return map[string][]uint32{sssp.Workgroup: {32, 128}}
		}
		return map[string][]uint32{sssp.Batch: {64, 256}, sssp.Workgroup: {64, 256}}
	},
}

// compareAuto prints a row of the table.
func compareAuto(ctx context.Context, out io.Writer, d *gpu.Device, m *scene.Map, a sssp.Algorithm, w experiment.Work, f autoFlags) error {
	values := autoSweep[a.Name()](d.Info().Software)
	origin := sssp.AutoDelta(m.Graph)
	for k := range 9 {
		values[sssp.Delta] = append(values[sssp.Delta], min(1<<24, max(1, origin<<k/2)))
	}
	values[sssp.Delta] = slices.Compact(values[sssp.Delta])
	p := experiment.Plan{Kind: experiment.Sweep, Work: w, Queries: f.n, Repetitions: 1, Seed: 1}
	p.Settings = append(experiment.Grid(a, nil), experiment.Grid(a, values)...)
	all, err := summaries(ctx, d, m, p)
	if err != nil {
		return err
	}
	slices.SortFunc(all, func(x, y experiment.Summary) int { return cmp.Compare(x.Wall.Mean, y.Wall.Mean) })
	if f.sweep {
		for _, s := range all {
			fmt.Fprintf(out, "    %.3f ms, %.3f on the device, %.0f rounds, efficiency %s: %s\n", s.Wall.Mean, s.GPU.Mean, s.Steps, percent(s.Efficiency), inWords(a, s.Values))
		}
	}
	chosen := p.Settings[0]
	p.Repetitions, p.Settings = f.repetitions, []experiment.Setting{chosen}
	for _, s := range all[:min(3, len(all))] {
		p.Settings = append(p.Settings, experiment.Setting{Algorithm: a.Name(), Title: a.Title(), Values: s.Values})
	}
	if all, err = summaries(ctx, d, m, p); err != nil {
		return err
	}
	best := slices.MinFunc(all, func(x, y experiment.Summary) int { return cmp.Compare(x.Wall.Mean, y.Wall.Mean) })
	auto := all[slices.IndexFunc(all, func(s experiment.Summary) bool { return s.Setting == 0 })]
	fmt.Fprintf(out, "| %s | %s | %s | %s | %s | %.3f | %s | %.3f | %.2f |\n", m.Name, format.Thousands(m.Graph.Nodes()), w, a.Title(),
		inWords(a, auto.Values), auto.Wall.Mean, inWords(a, best.Values), best.Wall.Mean, auto.Wall.Mean/best.Wall.Mean)
	return nil
}

// summaries carries a plan out and returns a summary of each setting.
func summaries(ctx context.Context, d *gpu.Device, m *scene.Map, p experiment.Plan) ([]experiment.Summary, error) {
	p.Words = measure.Words(p, m.Metric)
	var rows []experiment.Row
	progress, stop := cli.ShowShare()
	defer stop()
	for u, err := range measure.Run(ctx, d, sssp.Algorithms(), measure.On(m), p) {
		if err != nil {
			return nil, err
		}
		if u.Row != nil {
			rows = append(rows, *u.Row)
		}
		progress(u.Share, u.Doing)
	}
	return p.BySetting(rows), nil
}
