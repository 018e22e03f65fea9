package command

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/gpu"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
	"kernelscope/compute/timing"
	"kernelscope/report"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// peersFlags are the flags of 'bench peers'.
type peersFlags struct {
	delaware, newYork, only string
	tiles                   int
	save                    string
}

// peersFile has the measurements of other programs.
//
//go:embed peers.csv
var peersFile string

// work is a row of the table: the times of other programs, and the plan of the measurement.
type work struct {
	experiment.Record
	name, title string
	bar         float64
	file        string
	plan        experiment.Plan
}

func (f *peersFlags) works() (out []work) {
	files := map[string]string{
		"ranks": f.delaware, "delaware": f.delaware, "newyork": f.newYork, "throughput": f.newYork,
		"roads": "gen:roads,nodes=1070376", "tile": tileOf(f.tiles, f.delaware),
	}
	for _, r := range experiment.Records(peersFile) {
		out = append(out, work{
			Record: r, name: r["name"], title: strings.ReplaceAll(r["title"], "TILES", fmt.Sprintf("%d×%d", f.tiles, f.tiles)), bar: r.Number("bar"), file: files[r["name"]],
			plan: experiment.Plan{Kind: experiment.Sweep, Work: experiment.Work(r["work"]), Queries: int(r.Number("queries")), Repetitions: int(r.Number("repetitions")), Seed: 1},
		})
	}
	return out
}

func tileOf(k int, file string) string {
	if file == "" {
		return fmt.Sprintf("gen:tile,k=%d", k)
	}
	return fmt.Sprintf("gen:tile,k=%d,map=%s", k, file)
}

// peersCommand is 'bench peers'.
func peersCommand(app *cli.App) *cobra.Command {
	var f peersFlags
	c := &cobra.Command{
		Use:   "peers",
		Short: "Compare the fastest search with other programs",
		Long: `Measures Frontier on the workloads on which other programs were measured with an NVIDIA H200
(wall time with submission, in ms), and verifies every distance. Several settings take turns on
each workload after a warm-up; the best one counts. For throughput several numbers of
concurrent searches run three times each; the shortest time counts, and reading the distances
back is not timed.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return benchPeers(c.Context(), c.OutOrStdout(), app, f) },
	}
	fs := c.Flags()
	fs.StringVar(&f.delaware, "delaware", "", "delaware-latest.osm.pbf; the embedded map if empty")
	fs.StringVar(&f.newYork, "new-york", "", "USA-road-d.NY.gr.gz of the 9th DIMACS challenge, with its .co; omitted if empty")
	fs.IntVar(&f.tiles, "tiles", 18, "copies of Delaware along a side of the largest graph; 18 make 21 million nodes")
	fs.StringVar(&f.only, "only", "", "rows to measure, separated by commas: ranks, delaware, newyork, roads, tile, throughput")
	cli.AddSave(c, &f.save)
	return c
}

func benchPeers(ctx context.Context, to io.Writer, app *cli.App, f peersFlags) error {
	out := &report.Table{Out: to}
	works := f.works()
	for name := range strings.SplitSeq(f.only, ",") {
		if f.only != "" && !slices.ContainsFunc(works, func(w work) bool { return w.name == name }) {
			return cli.Usage("--only is %q; choose from ranks, delaware, newyork, roads, tile, throughput", f.only)
		}
	}
	d, err := app.OpenDevice()
	if err != nil {
		return err
	}
	defer d.Release()
	fmt.Fprintf(out, "ms on %s, driver %s; the other programs on an NVIDIA H200\n\n", d.Info().Name, d.Info().Driver)
	fmt.Fprintln(out, "| work | GPUSSSP | best CPU, 16 threads | ADDS (CUDA) | one-workgroup prototype | bar | this project | GPU | rounds | verified | at |")
	fmt.Fprintln(out, "|---|---|---|---|---|---|---|---|---|---|---|")
	var m *scene.Map
	loaded := "none"
	for _, w := range works {
		if f.only != "" && !slices.Contains(strings.Split(f.only, ","), w.name) {
			continue
		}
		fmt.Fprintf(out, "| %s | %s | %s | %s | %s | ≤ %g | ", w.title, w.Record["gpusssp"], w.Record["cpu"], w.Record["adds"], w.Record["prototype"], w.bar)
		if w.file == "" && w.name != "ranks" && w.name != "delaware" {
			fmt.Fprintln(out, "not measured: give --new-york | | | | |")
			continue
		}
		if loaded != w.file {
			m = nil // frees memory for the next map
			if m, err = app.LoadMap(ctx, w.file); err != nil {
				return err
			}
			loaded = w.file
		}
		measure := w.measure
		if w.name == "throughput" {
			measure = throughput
		}
		row, err := measure(ctx, d, m)
		if err != nil {
			return err
		}
		fmt.Fprintln(out, row)
	}
	return app.SaveRows(f.save, out, d.Info())
}

// settings returns the combinations to measure.
func (w work) settings(m *scene.Map) []experiment.Setting {
	values := map[string][]uint32{}
	for _, name := range []string{sssp.Delta, sssp.Rho, sssp.Alone} {
		unit := 1.0
		if name == sssp.Delta {
			unit = float64(sssp.AutoDelta(m.Graph))
		}
		for _, x := range w.List(name) {
			values[name] = append(values[name], uint32(x*unit))
		}
	}
	return experiment.Grid(sssp.Frontier{}, values)
}

// measure returns the rest of a row: the figures of the best setting.
func (w work) measure(ctx context.Context, d *gpu.Device, m *scene.Map) (string, error) {
	p := w.plan
	p.Settings, p.Words = w.settings(m), measure.Words(p, m.Metric)
	var rows []experiment.Row
	for u, err := range measure.Run(ctx, d, sssp.Algorithms(), measure.On(m), p) {
		if err != nil {
			return "", err
		}
		if u.Row != nil {
			rows = append(rows, *u.Row)
		}
	}
	best, ok := p.Best(rows)
	if !ok {
		return "", fmt.Errorf("%s: nothing was measured", w.title)
	}
	return fmt.Sprintf("**%.3f** | %.3f | %.0f | %d of %d | %s |", best.Wall.Mean, best.GPU.Mean, best.Steps, best.Verified, best.Rows, cli.InWords(sssp.Frontier{}, best.Values)), nil
}

// throughput runs searches from random nodes to all others, as many concurrently as AtOnce
// says, or a half or a quarter of them. It verifies all distances.
func throughput(ctx context.Context, d *gpu.Device, m *scene.Map) (string, error) {
	solver, err := sssp.Frontier{}.Prepare(d, m)
	if err != nil {
		return "", err
	}
	defer solver.Release()
	s := solver.(sssp.Concurrent)
	nodes, rnd := m.Graph.Candidates(), rand.New(rand.NewPCG(1, 0))
	queries := make([]sssp.Query, s.AtOnce())
	for i := range queries {
		queries[i] = sssp.Query{Source: nodes[rnd.IntN(len(nodes))], Target: graph.NoNode}
	}
	best, at, verified, device := 0.0, "", 0, 0.0
	for _, share := range []int{1, 2, 4} {
		for _, workgroup := range []uint32{128, 256, 512} {
			for _, rho := range []uint32{32, 128} {
				some := queries[:max(1, len(queries)/share)]
				wall, gpu, n, err := together(ctx, d, s, m, some, compute.Values{sssp.Workgroup: workgroup, sssp.Rho: rho})
				if err != nil {
					return "", err
				}
				verified += n
				if best == 0 || wall < best {
					best, device = wall, gpu
					at = fmt.Sprintf("%d concurrent, workgroup %d, rho %d", len(some), workgroup, rho)
				}
			}
		}
	}
	return fmt.Sprintf("**%.4f** | %.4f | | %d | %s |", best, device, verified, at), nil
}

// together runs concurrent searches three times and returns the shortest time per search.
func together(ctx context.Context, d *gpu.Device, s sssp.Concurrent, m *scene.Map, queries []sssp.Query, v compute.Values) (wall, device float64, verified int, err error) {
	many, err := s.StartMany(queries, v)
	if err != nil {
		return 0, 0, 0, err
	}
	defer many.Release()
	if err := timing.Warm(d, func() error { _, err := many.Finish(ctx); return err }); err != nil {
		return 0, 0, 0, err
	}
	for range 3 {
		events, err := many.Finish(ctx)
		if err != nil {
			return 0, 0, 0, err
		}
		n := float64(len(queries))
		if t := events[0].Wall / n; wall == 0 || t < wall {
			wall, device = t, events[0].GPU/n
		}
	}
	b := measure.Batch{Queries: queries, Many: many}
	return wall, device, len(queries), measure.Dijkstras(ctx, m.Graph, queries, func(i int, truth oracle.Search) error {
		return b.Verify(ctx, m.Graph, i, truth)
	})
}
