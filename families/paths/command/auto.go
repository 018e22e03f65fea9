package command

import (
	"context"
	"fmt"
	"io"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/compute/experiment"
	"kernelscope/compute/gpu"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
	"kernelscope/internal/format"
	"kernelscope/scene"
	"kernelscope/scene/place"
)

// autoFlags are the flags of 'bench auto' for searches.
type autoFlags struct {
	*cli.Auto
	algorithms, work string
	n                int
}

// autoMaps are measured if no file is given.
var autoMaps = []string{"", "gen:roads,nodes=1070376", "gen:roads,nodes=65536", "gen:tile,k=3", "gen:grid,width=300,height=300", "gen:kronecker,scale=16"}

// newAuto makes the search rows of 'bench auto'.
func newAuto(app *cli.App, c *cobra.Command, shared *cli.Auto) cli.Comparer {
	f := autoFlags{Auto: shared}
	c.Long += `

Searches are measured on maps and graphs, with delta from half to 128 times that of the
original algorithm, and with the other parameters that matter. The best of the sweep is timed
once more, beside the chosen values. The result is the mean over all queries of the least
wall time of each. Every distance is verified. Without FILE the embedded map and generated
graphs are measured.

The kinds of queries are rank, from node to node; all, from a node to all others; live, from
a node to all others after one edge in a hundred changed its weight, with the change timed
too; and throughput, the time per search with the chosen number of concurrent searches, and
with fewer and more.`
	fs := c.Flags()
	cli.AddAlgorithm(c, &f.algorithms, "searches, separated by commas", fastest+","+watched, sssp.Algorithms())
	fs.StringVar(&f.work, "work", "rank,all,live,throughput", "kinds of queries, separated by commas: rank, all, live, throughput")
	fs.IntVarP(&f.n, "queries", "n", 2, "queries for each rank, or to all others")
	return func(ctx context.Context, out io.Writer, files []string) error {
		return benchAuto(ctx, out, app, files, f)
	}
}

// autoWorks maps the names of the command line to kinds of queries. Throughput has the same queries as
// all.
var autoWorks = map[string]experiment.Work{"rank": measure.ByRank, "all": measure.ToAll, "live": measure.Changed, "throughput": ""}

func benchAuto(ctx context.Context, out io.Writer, app *cli.App, files []string, f autoFlags) error {
	algorithms, err := cli.AllNamed("-a", f.algorithms, sssp.Algorithms())
	if err != nil {
		return err
	}
	works := strings.Split(f.work, ",")
	for _, w := range works {
		if _, ok := autoWorks[w]; !ok {
			return cli.Usage("--work is %q; choose from %s", f.work, strings.Join(slices.Sorted(maps.Keys(autoWorks)), ", "))
		}
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
	fmt.Fprintln(out, "\n| map | nodes | queries | search | chosen | ms | best of the sweep | ms | chosen / best |")
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
				c := autoRow{app, d, m, a, w, f}
				if err := c.print(ctx, out); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// autoSweep lists the values to measure for each parameter of a search. Multiples of the original
// algorithm's delta are added. Software devices cannot run several workgroups of a search together.
var autoSweep = map[string]func(software bool) map[string][]uint32{
	fastest: func(software bool) map[string][]uint32 {
		if software {
			return map[string][]uint32{sssp.Rho: {4, 8, 16, 64}, sssp.Workgroup: {32, 64}}
		}
		return map[string][]uint32{sssp.Rho: {64, 256, 1024}, sssp.Together: {32, 64, 128}}
	},
	watched: func(software bool) map[string][]uint32 {
		if software {
			return map[string][]uint32{sssp.Workgroup: {32, 64, 128}}
		}
		return map[string][]uint32{sssp.Batch: {64, 256}, sssp.Workgroup: {64, 256}}
	},
}

// autoRow is a row of the table.
type autoRow struct {
	app  *cli.App
	d    *gpu.Device
	m    *scene.Map
	a    sssp.Algorithm
	work string
	autoFlags
}

// print measures the row and prints it. It prints nothing for the throughput of searches that
// cannot run concurrently.
func (r *autoRow) print(ctx context.Context, out io.Writer) error {
	p := experiment.Plan{Kind: experiment.Sweep, Work: autoWorks[r.work], Queries: r.n, Seed: 1}
	if r.work != "throughput" {
		p.Settings = append(experiment.Grid(r.a, nil), experiment.Grid(r.a, r.values(-1, 7))...)
	} else if err := r.concurrent(&p); err != nil || p.Settings == nil {
		return err
	}
	p.Words = measure.Words(p, r.m.Metric)
	c, err := p.Compare(r.Repetitions, experiment.ByWall, func(p experiment.Plan) iter.Seq2[experiment.Update, error] {
		return r.app.Watched(measure.Run(ctx, r.d, sssp.Algorithms(), measure.On(r.m), p))
	})
	if err != nil {
		return err
	}
	if r.Sweep {
		for _, s := range c.Swept {
			fmt.Fprintf(out, "    %.3f ms, %.0f rounds, efficiency %s: %s\n", s.Wall.Mean, s.Steps, percent(s.Efficiency), r.inWords(p, s))
		}
	}
	_, err = fmt.Fprintf(out, "| %s | %s | %s | %s | %s | %.3f | %s | %.3f | %.2f |\n", r.m.Name, format.Thousands(r.m.Graph.Nodes()), r.work, r.a.Title(),
		r.inWords(c.Plan, c.Auto), c.Auto.Wall.Mean, r.inWords(c.Plan, c.Best), c.Best.Wall.Mean, c.Ratio(experiment.ByWall))
	return err
}

// values returns the values of a sweep, with deltas of 2^from to 2^to times the original
// algorithm's.
func (r *autoRow) values(from, to int) map[string][]uint32 {
	values := autoSweep[r.a.Name()](r.d.Info().Software)
	for k := from; k <= to; k++ {
		values[sssp.Delta] = append(values[sssp.Delta], uint32(max(1, min(1<<24, math.Ldexp(float64(sssp.AutoDelta(r.m.Graph)), k)))))
	}
	values[sssp.Delta] = slices.Compact(values[sssp.Delta])
	return values
}

// maxTruths limits the number of distances compared with Dijkstra's algorithm: more would not fit
// into the cache of true distances, and computing them again would take longer than the
// measurement.
const maxTruths = 1 << 28

// concurrent adds concurrent searches to a plan: with the automatic parameters, with other values
// of delta and rho, and with other numbers of searches and workgroup sizes.
func (r *autoRow) concurrent(p *experiment.Plan) error {
	room, busy, err := measure.Room(r.d, r.a, r.m)
	if err != nil || busy == 0 {
		return err
	}
	p.Kind, p.Work = experiment.Throughput, measure.ToAll
	add := func(n int, values map[string][]uint32) {
		p.Queries = max(p.Queries, n)
		for _, s := range experiment.Grid(r.a, values) {
			s.AtOnce = n
			p.Settings = append(p.Settings, s)
		}
	}
	add(busy, nil)
	add(busy, map[string][]uint32{sssp.Delta: r.values(-1, 3)[sssp.Delta], sssp.Rho: {8, 32, 128}})
	for _, n := range []int{busy / 4, busy / 2, busy, 2 * busy} {
		if n > 0 && n <= room && n*r.m.Graph.Nodes() <= maxTruths {
			add(n, map[string][]uint32{sssp.Workgroup: {32, 64, 128, 256, 512}})
		}
	}
	return nil
}

// inWords formats the values of a setting and the number of concurrent searches.
func (r *autoRow) inWords(p experiment.Plan, s experiment.Summary) string {
	words := cli.InWords(r.a, s.Values)
	if n := p.Settings[s.Setting].AtOnce; n > 0 {
		return fmt.Sprintf("%d concurrent, %s", n, words)
	}
	return words
}
