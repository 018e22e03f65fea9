package command

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"kernelscope/cli"
	"kernelscope/compute/bfs"
	"kernelscope/compute/bfs/pairgen"
	"kernelscope/compute/gpu"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
	"kernelscope/scene/graphgen"
)

// work is a row of the project's table of goals. Its goals are in µs per pair on one NVIDIA H200.
type work struct {
	name, title string
	pairs       string  // any, joined, few (64 sources × 256 destinations), one, levels (of that many sources, in ms), or between (from 1,024 sources, in ms)
	other       string  // time of the CUDA code of the thesis
	auto, rows  float64 // goals; zero if there is none
}

var works = []work{
	{"kron17", "Kronecker 2^17, any", "any", "7.8", 0.06, 0.3},
	{"kron17", "the same, joined", "joined", "–", 0.06, 0.5},
	{"kron17", "one pair, after upload", "one", "–", 120, 0},
	{"kron17", "level counts, ms", "levels", "–", 10, 0},
	{"kron17", "betweenness, ms", "between", "–", 0, 0},
	{"kron20", "Kronecker 2^20, any", "any", "52", 0.12, 1.0},
	{"kron20", "the same, joined", "joined", "–", 0.14, 1.7},
	{"kron20", "level counts, ms", "levels", "–", 60, 0},
	{"newyork", "DIMACS NY by hops", "any", "242", 3.5, 18},
	{"newyork", "64 sources × 256 destinations", "few", "–", 0.7, 0.7},
	{"newyork", "level counts, ms", "levels", "–", 350, 0},
	{"newyork", "betweenness, ms", "between", "–", 0, 0},
	{"delaware", "Delaware by hops", "any", "44", 0.7, 5},
	{"delaware", "level counts, ms", "levels", "–", 90, 0},
}

func workNames() (names []string) {
	for _, w := range works {
		names = append(names, w.name)
	}
	return slices.Compact(names)
}

// graphOf generates or reads the graph of a workload. It is nil if its file is not given.
func graphOf(ctx context.Context, app *cli.App, name string, f benchFlags) (*graph.Graph, error) {
	switch name {
	case "kron17":
		return kronecker(17)
	case "kron20":
		return kronecker(20)
	case "newyork":
		if f.newYork == "" {
			return nil, nil
		}
		m, err := app.LoadMap(ctx, f.newYork)
		if err != nil {
			return nil, err
		}
		return m.Graph, nil
	}
	m, err := app.LoadMap(ctx, "")
	if err != nil {
		return nil, err
	}
	return m.Graph, nil
}

// kronecker generates a Kronecker graph of 2^scale nodes, including isolated ones, with 46 to 51
// edges per node on average. Its nodes have no coordinates.
func kronecker(scale int) (*graph.Graph, error) {
	const factor = 27
	in := graphgen.Kronecker(1, scale, factor, 1)
	id := slices.Grow(in.ID, 1<<scale)[:1<<scale] // only its length matters
	return graph.FromArcs(make([]geom.Point, len(id)), id, in.Arcs, in.Metric)
}

// bars prints the table.
func bars(ctx context.Context, app *cli.App, out, tell io.Writer, d *gpu.Device, f benchFlags) error {
	names := workNames()
	if f.only != "" {
		names = strings.Split(f.only, ",")
	}
	for _, name := range names {
		if !slices.Contains(workNames(), name) {
			return cli.Usage("--only is %q; choose from %s", f.only, strings.Join(workNames(), ", "))
		}
	}
	if f.n == 0 {
		f.n = 1 << 14
	}
	if d.Info().Software {
		fmt.Fprint(out, "The goals are set for one NVIDIA H200, and this device is software.\n\n")
	}
	fmt.Fprintln(out, "| work | nodes | edges | pairs | searched | CUDA code of the thesis | scheme | goal | reached | GPU | | sweeps | |")
	fmt.Fprintln(out, "|---|---|---|---|---|---|---|---|---|---|---|---|---|")
	for _, name := range names {
		m, err := graphOf(ctx, app, name, f)
		if err != nil {
			return err
		}
		if m == nil {
			fmt.Fprintf(out, "| %s: not measured: give --new-york |\n", name)
			continue
		}
		if err := rows(ctx, app, out, tell, d, m, name, f); err != nil {
			return err
		}
	}
	return nil
}

// rows prints the rows of one graph.
func rows(ctx context.Context, app *cli.App, out, tell io.Writer, d *gpu.Device, m *graph.Graph, name string, f benchFlags) error {
	g, err := bfs.New(d, m, bfs.AutoForm)
	if err != nil {
		return err
	}
	defer g.Release()
	for _, w := range works {
		if w.name != name {
			continue
		}
		if w.pairs == "one" {
			median, decile, longest, err := onePair(ctx, g, m, pairgen.Random(3, 200, g.Largest()))
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "| %s | %d | %d | 1 | | – | auto | ≤ %g | %.1f | | %s | median of 200 different pairs; 90 %% %.1f, slowest %.1f |\n",
				w.title, g.Nodes, g.Edges, w.auto, median, verdictOf(median, w.auto), decile, longest)
			continue
		}
		if w.pairs == "between" {
			const sources = 1024
			err := betweenRow(ctx, out, tell, d, g, m, w.title, sources, f.limit)
			if err == nil && f.exact > 0 {
				err = betweenRow(ctx, out, tell, d, g, m, "the same, exact", 0, f.exact)
			}
			if err != nil {
				return err
			}
			continue
		}
		if w.pairs == "levels" {
			t, err := timedLevels(ctx, d, g, m, sourcesOf(pairgen.Random(1, f.n, g.Largest())), f.repeat)
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "| %s | %d | %d | %d sources | | – | rows | ≤ %g | %.3f | %.3f | %s | | |\n",
				w.title, g.Nodes, g.Edges, f.n, w.auto, t.Wall, t.GPU, verdictOf(t.Wall, w.auto))
			continue
		}
		pairs := w.list(g, f.n)
		for _, s := range []struct {
			scheme bfs.Scheme
			goal   float64
		}{{bfs.Auto, w.auto}, {bfs.Rows, w.rows}, {bfs.Paired, 0}} {
			plan, err := g.Plan(pairs, bfs.Options{Scheme: s.scheme})
			if err != nil {
				return err
			}
			t, err := timed(ctx, d, g, m, pairs, bfs.Options{Scheme: s.scheme}, f.repeat)
			if err != nil {
				return err
			}
			measured(app, w.title, s.scheme, nil, g, len(pairs), t)
			per := 1e3 / float64(len(pairs))
			scheme := s.scheme.Name()
			if s.scheme == bfs.Auto {
				scheme += ": " + plan.Scheme.Name()
			}
			fmt.Fprintf(out, "| %s | %d | %d | %d | %d | %s | %s | %s | %.3f | %.3f | %s | %d | |\n", w.title, g.Nodes, g.Edges, len(pairs), plan.Searched,
				w.other, scheme, goalOf(s.goal), t.Wall*per, t.GPU*per, verdictOf(t.Wall*per, s.goal), plan.Sweeps)
		}
	}
	return nil
}

// list generates the pairs of a workload.
func (w work) list(g *bfs.Graph, n int) (pairs []bfs.Pair) {
	switch w.pairs {
	case "joined":
		return pairgen.Random(1, n, g.Largest())
	case "few":
		sources, targets := pairgen.Random(1, 64, g.Largest()), pairgen.Random(2, max(1, n/64), g.Largest())
		for _, s := range sources {
			for _, t := range targets {
				pairs = append(pairs, bfs.Pair{Source: s.Source, Target: t.Target})
			}
		}
		return pairs
	}
	return pairgen.Random(1, n, pairgen.All(g.Nodes))
}

func goalOf(goal float64) string {
	if goal == 0 {
		return "–"
	}
	return fmt.Sprintf("≤ %g", goal)
}

func verdictOf(reached, goal float64) string {
	switch {
	case goal == 0:
		return ""
	case reached <= goal:
		return "met"
	}
	return "missed"
}
