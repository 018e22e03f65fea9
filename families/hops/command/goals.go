package command

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"kernelscope/cli"
	"kernelscope/compute/bfs"
	"kernelscope/compute/bfs/pairgen"
	"kernelscope/compute/experiment"
	"kernelscope/compute/gpu"
	"kernelscope/compute/timing"
	"kernelscope/report"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
	"kernelscope/scene/graphgen"
)

//go:embed goals.csv
var goalsFile string

// works are the workloads of the project's table of goals.
var works = experiment.Records(goalsFile)

func workNames() (names []string) {
	for _, w := range works {
		names = append(names, w["graph"])
	}
	return slices.Compact(names)
}

// graphOf generates or reads the graph of a workload. It is nil if its file is not given.
func graphOf(ctx context.Context, app *cli.App, name string, f benchFlags) (*graph.Graph, error) {
	file := "" // the embedded map
	switch name {
	case "kron17":
		return kronecker(17)
	case "kron20":
		return kronecker(20)
	case "newyork":
		if file = f.newYork; file == "" {
			return nil, nil
		}
	}
	m, err := app.LoadMap(ctx, file)
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
	w, err := report.NewRows(out, report.Text, nil, goalSheet)
	if err != nil {
		return err
	}
	for _, name := range names {
		m, err := graphOf(ctx, app, name, f)
		if m == nil && err == nil {
			err = w.Remark("| " + name + ": not measured: give --new-york |")
		} else if err == nil {
			err = (&table{benchFlags: f, app: app, out: w, tell: tell, d: d, m: m}).measure(ctx, name)
		}
		if err != nil {
			return err
		}
	}
	return app.SaveRows(f.save, w, d.Info())
}

// goalSheet is the layout of the table; cells that experiments do not have are labels.
var goalSheet = report.Sheet{
	Head: "| work | nodes | edges | pairs | searched | CUDA code of the thesis | scheme | goal | reached | GPU | | sweeps | |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
	Goal: func(r experiment.Row, g experiment.Goal) string {
		cell := func(name string) string { return (experiment.Words{}).Text(r, name) }
		return fmt.Sprintf("| %s | %d | %s | %s | %s | %s | %s | %s | %.3f | %.3f | %s | %s | %s |", g.Work, r.Size, cell("edges"), cell("list"), cell("searched"),
			cell("other"), cell("scheme"), g.Wanted(), g.Reached, r.GPU*g.Reached/r.Wall, g.Verdict(), cell("sweeps"), cell("note"))
	},
}

// table measures the workloads of one graph.
type table struct {
	benchFlags
	app  *cli.App
	out  *report.Rows
	tell io.Writer
	d    *gpu.Device
	m    *graph.Graph
	g    *bfs.Graph
}

func (t *table) measure(ctx context.Context, name string) (err error) {
	if t.g, err = bfs.New(t.d, t.m, bfs.AutoForm); err != nil {
		return err
	}
	defer t.g.Release()
	for _, w := range works {
		if w["graph"] != name {
			continue
		}
		switch w["kind"] {
		case "one":
			err = t.one(ctx, w)
		case "levels":
			err = t.levels(ctx, w)
		case "between":
			if err = t.between(ctx, w, 1024, t.limit); err == nil && t.exact > 0 {
				err = t.between(ctx, experiment.Record{"work": "the same, exact", "other": "–", "auto": ""}, 0, t.exact)
			}
		default:
			err = t.pairs(ctx, w)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// judge writes a row with the goal of a scheme, of a unit that takes the time of the row by times.
func (t *table) judge(w experiment.Record, scheme, unit string, by float64, times timing.Times, labels map[string]any) error {
	row := experiment.Row{Size: t.g.Nodes, Labels: labels}
	row.Measured(times)
	labels["edges"], labels["other"] = t.g.Edges, w["other"]
	if labels["scheme"] == nil {
		labels["scheme"] = scheme
	}
	g := experiment.NewGoal(w["work"], w.Number(scheme), unit)
	g.Reach(times.Wall * by)
	return t.out.Goal(row, g)
}

func (t *table) one(ctx context.Context, w experiment.Record) error {
	median, decile, longest, err := onePair(ctx, t.g, t.m, pairgen.Random(3, 200, t.g.Largest()))
	if err != nil {
		return err
	}
	note := fmt.Sprintf("median of 200 different pairs; 90 %% %.1f, slowest %.1f", decile, longest)
	return t.judge(w, bfs.Auto.Name(), "µs", 1, timing.Times{Wall: median}, map[string]any{"list": 1, "note": note})
}

func (t *table) levels(ctx context.Context, w experiment.Record) error {
	times, err := timedLevels(ctx, t.d, t.g, t.m, sourcesOf(pairgen.Random(1, t.n, t.g.Largest())), t.repeat)
	if err != nil {
		return err
	}
	return t.judge(w, bfs.Rows.Name(), experiment.Milliseconds, 1, times, map[string]any{"list": fmt.Sprintf("%d sources", t.n)})
}

// between measures betweenness until limit, unless that is zero.
func (t *table) between(ctx context.Context, w experiment.Record, sources int, limit time.Duration) error {
	p, err := between(ctx, t.tell, t.d, t.g, t.m, t.g.Sample(sources, 1), limit)
	if err != nil {
		return err
	}
	done, note := len(p.sources), "all nodes"
	if done < t.g.Nodes {
		note = fmt.Sprintf("all nodes would take %.3g s", p.Wall/1e3*float64(t.g.Nodes)/float64(done))
	}
	return t.judge(w, bfs.Auto.Name(), experiment.Milliseconds, 1, p.Times, map[string]any{"list": fmt.Sprintf("%d sources", done), "scheme": "levels", "note": note})
}

func (t *table) pairs(ctx context.Context, w experiment.Record) error {
	list := listOf(w["kind"], t.g, t.n)
	for _, s := range []bfs.Scheme{bfs.Auto, bfs.Rows, bfs.Paired} {
		plan, err := t.g.Plan(list, bfs.Options{Scheme: s})
		if err != nil {
			return err
		}
		times, err := timed(ctx, t.d, t.g, t.m, list, bfs.Options{Scheme: s}, t.repeat)
		if err != nil {
			return err
		}
		measured(t.app, w["work"], s, nil, t.g, len(list), times)
		labels := map[string]any{"list": len(list), "searched": plan.Searched, "sweeps": plan.Sweeps}
		if s == bfs.Auto {
			labels["scheme"] = s.Name() + ": " + plan.Scheme.Name()
		}
		if err := t.judge(w, s.Name(), "µs", 1e3/float64(len(list)), times, labels); err != nil {
			return err
		}
	}
	return nil
}

// listOf generates the pairs of a kind of workload.
func listOf(kind string, g *bfs.Graph, n int) (pairs []bfs.Pair) {
	switch kind {
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
