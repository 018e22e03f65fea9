package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/gpu"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// peersFlags are those of 'bench peers'.
type peersFlags struct {
	delaware, newYork, only string
	tiles                   int
}

// work is a row of the table: what other programs take for it on an NVIDIA H200,
// in ms with submission, and how it is measured here.
type work struct {
	name, title string
	origin      string // GPUSSSP, best tuned
	cpu         string // the best CPU program, GAP or Wasp, 16 threads
	adds        string // ADDS (CUDA)
	prototype   string // one workgroup that does it all
	bar         float64
	file        string
	plan        experiment.Plan
	grid        map[string][]float64 // values to try; deltas in multiples of the automatic one
}

func (f *peersFlags) works() []work {
	toAll := func(queries, repetitions int) experiment.Plan {
		return experiment.Plan{Kind: experiment.Sweep, Work: measure.ToAll, Queries: queries, Repetitions: repetitions, Seed: 1}
	}
	ranks := experiment.Plan{Kind: experiment.Sweep, Work: measure.ByRank, Queries: 10, Repetitions: 3, Seed: 1}
	wide := map[string][]float64{sssp.Delta: {1, 4, 8}, sssp.Rho: {64, 256, 512}, sssp.Alone: {64}}
	return []work{
		{"ranks", "Delaware, 10 queries a rank, mean", "5.1", "0.59 (1 thread)", "-", "0.52", 0.40, f.delaware, ranks,
			map[string][]float64{sssp.Delta: {1, 2, 4}, sssp.Rho: {32, 64}, sssp.Alone: {64, 4096}}},
		{"delaware", "Delaware, one to all", "-", "1.16", "6.1", "4", 2, f.delaware, toAll(10, 3), wide},
		{"newyork", "DIMACS NY (distance), one to all", "27.3", "2.5", "4.9", "4.1", 2.5, f.newYork, toAll(10, 3), wide},
		{"roads", "1.07 M nodes, DIMACS-like, one to all", "63", "8.6", "8.0", "12.0", 6, "gen:roads,nodes=1070376", toAll(5, 3), wide},
		{"tile", fmt.Sprintf("Delaware %d×%d, one to all", f.tiles, f.tiles), "-", "-", "-", "-", 60, tileOf(f.tiles, f.delaware), toAll(2, 1),
			map[string][]float64{sssp.Delta: {4, 8}, sssp.Rho: {1024, 4096}, sssp.Alone: {64}}},
		{"throughput", "NY, throughput per one-to-all", "-", "-", "-", "0.043", 0.035, f.newYork, toAll(1, 1), nil},
	}
}

func tileOf(k int, file string) string {
	if file == "" {
		return fmt.Sprintf("gen:tile,k=%d", k)
	}
	return fmt.Sprintf("gen:tile,k=%d,map=%s", k, file)
}

func (a *app) benchPeersCommand() *cobra.Command {
	var f peersFlags
	c := &cobra.Command{
		Use:   "peers",
		Short: "The speed table: the fast search beside other programs",
		Long: `Measures Frontier on the works that other programs were measured with, on an NVIDIA
H200 (wall time with submission, ms), and verifies every distance. Some settings are
tried for each work, in turn and after a warm-up; the best one counts. For throughput
several numbers of searches at once are tried, each three times, of which the shortest
counts; reading the distances back is not timed.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return a.benchPeers(c.Context(), c.OutOrStdout(), f) },
	}
	fs := c.Flags()
	fs.StringVar(&f.delaware, "delaware", "", "delaware-latest.osm.pbf; the embedded map if empty")
	fs.StringVar(&f.newYork, "new-york", "", "USA-road-d.NY.gr.gz of the 9th DIMACS challenge, with its .co; left out if empty")
	fs.IntVar(&f.tiles, "tiles", 18, "Delawares along a side of the largest graph: 18 are 21 million nodes")
	fs.StringVar(&f.only, "only", "", "some rows only, a list: ranks, delaware, newyork, roads, tile, throughput")
	return c
}

func (a *app) benchPeers(ctx context.Context, out io.Writer, f peersFlags) error {
	works := f.works()
	for name := range strings.SplitSeq(f.only, ",") {
		if f.only != "" && !slices.ContainsFunc(works, func(w work) bool { return w.name == name }) {
			return usage("--only is %q; there are ranks, delaware, newyork, roads, tile, throughput", f.only)
		}
	}
	d, err := a.OpenDevice()
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
		fmt.Fprintf(out, "| %s | %s | %s | %s | %s | ≤ %g | ", w.title, w.origin, w.cpu, w.adds, w.prototype, w.bar)
		if w.file == "" && w.name != "ranks" && w.name != "delaware" {
			fmt.Fprintln(out, "not measured: give --new-york | | | | |")
			continue
		}
		if loaded != w.file {
			m = nil // before the next one needs the memory
			if m, err = a.loadMap(ctx, w.file); err != nil {
				return err
			}
			loaded = w.file
		}
		measure := w.measure
		if w.grid == nil {
			measure = throughput
		}
		row, err := measure(ctx, d, m)
		if err != nil {
			return err
		}
		fmt.Fprintln(out, row)
	}
	return nil
}

// settings are the combinations of what is tried.
func (w work) settings(m *scene.Map) []experiment.Setting {
	values := map[string][]uint32{}
	for name, list := range w.grid {
		unit := 1.0
		if name == sssp.Delta {
			unit = float64(sssp.AutoDelta(m.Graph))
		}
		for _, x := range list {
			values[name] = append(values[name], uint32(x*unit))
		}
	}
	return experiment.Grid(sssp.Frontier{}, values)
}

// measure returns the rest of a row: the best setting's figures.
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
	return fmt.Sprintf("**%.3f** | %.3f | %.0f | %d of %d | %s |", best.Wall.Mean, best.GPU.Mean, best.Steps, best.Verified, best.Rows, inWords(sssp.Frontier{}, best.Values)), nil
}

// throughput makes searches from random nodes to all, as many at once as the device
// has room for or fewer, and verifies all distances.
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
				wall, gpu, n, err := together(ctx, s, m, some, compute.Values{sssp.Workgroup: workgroup, sssp.Rho: rho})
				if err != nil {
					return "", err
				}
				verified += n
				if best == 0 || wall < best {
					best, device = wall, gpu
					at = fmt.Sprintf("%d at once, workgroup %d, rho %d", len(some), workgroup, rho)
				}
			}
		}
	}
	return fmt.Sprintf("**%.4f** | %.4f | | %d | %s |", best, device, verified, at), nil
}

// together returns the best of three times for each of some searches side by side.
func together(ctx context.Context, s sssp.Concurrent, m *scene.Map, queries []sssp.Query, v compute.Values) (wall, device float64, verified int, err error) {
	many, err := s.StartMany(queries, v)
	if err != nil {
		return 0, 0, 0, err
	}
	defer many.Release()
	for i := range 4 {
		events, err := many.Finish(ctx)
		if err != nil {
			return 0, 0, 0, err
		}
		n := float64(len(queries))
		if t := events[0].Wall / n; i > 0 && (wall == 0 || t < wall) { // the first one warms up
			wall, device = t, events[0].GPU/n
		}
	}
	b := measure.Batch{Queries: queries, Many: many}
	return wall, device, len(queries), measure.Dijkstras(ctx, m.Graph, queries, func(i int, truth oracle.Search) error {
		return b.Verify(ctx, m.Graph, i, truth)
	})
}
