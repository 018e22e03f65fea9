package command

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/cli/flags"
	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/gpu"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
	"kernelscope/families/paths/view"
	"kernelscope/internal/format"
	"kernelscope/scene"
	"kernelscope/scene/place"
	"kernelscope/studio"
)

// carryOut runs an experiment, prints it and writes its files, even if it was cancelled: the rows
// measured before are kept.
func carryOut(c *cobra.Command, app *cli.App, args []string, f experimentFlags) error {
	ctx, out := c.Context(), c.OutOrStdout()
	algorithms, lists, err := f.check()
	if err != nil {
		return err
	}
	m, err := app.LoadMap(ctx, cli.Optional(args))
	if err != nil {
		return err
	}
	if err := place.Searchable(m); err != nil {
		return err
	}
	pool, err := app.OpenPool(ctx)
	if err != nil {
		return err
	}
	defer pool.Release()
	d := pool.Members[0]
	r := &experiment.Result{Origin: measuredAt(app, d.Info, m)}
	if f.part.On() {
		r.Origin.Graph, r.Origin.Whole = m.Graph.Checksum(), cli.WholeCommand(c, args)
	}
	if len(args) > 1 {
		r.Origin.Input = fmt.Sprintf("%d maps", len(args))
	}
	r.Plan, err = f.plan(algorithms, lists, m, d.Computer)
	if err != nil {
		return err
	}
	r.Plan.Words, r.Plan.Part = measure.Words(r.Plan, m.Metric), f.part
	on := mapsOf(ctx, app, f, args, m)
	switch {
	case f.auto:
		err = collect(app.Watched(measure.Tune(ctx, d, algorithms[0], m, r.Plan, f.limit)), r)
	case f.spreads(pool, args):
		r.Origin.Device = pool.Name()
		err = spread(ctx, app, pool, algorithms, on, r)
	default:
		err = collect(app.Watched(measure.Run(ctx, d, algorithms, on, r.Plan)), r)
	}
	r.Whole = err == nil
	if len(r.Rows) == 0 && (err != nil || !f.part.On()) {
		return err
	}
	if err == nil && f.auto {
		err = view.Keep(r, m, d.Info)
	}
	if e := f.files.write(r); e != nil {
		return e
	}
	if e := tell(out, r); e != nil {
		return e
	}
	return cmp.Or(err, pool.Shares(out, false))
}

// check parses the flags: searches, and values for their parameters.
func (f *experimentFlags) check() (algorithms []sssp.Algorithm, lists map[string][]uint32, err error) {
	if algorithms, err = cli.AllNamed("-a", f.algorithms, sssp.Searches()); err != nil {
		return nil, nil, err
	}
	for i, a := range algorithms {
		if slices.Contains(algorithms[:i], a) {
			return nil, nil, cli.Usage("-a names %s twice", a.Name())
		}
	}
	if lists, err = flags.Lists(f.params, algorithms...); err != nil {
		return nil, nil, err
	}
	if err := f.checkSettings(algorithms, lists); err != nil {
		return nil, nil, err
	}
	for flag, name := range map[string]string{"x": f.x, "y": f.y, "panels": f.panels} {
		if _, ok := compute.ParamOf(algorithms[0].Params(), name); name != "" && !ok {
			return nil, nil, cli.Usage("--%s is %q, not a parameter of %s", flag, name, algorithms[0].Name())
		}
	}
	if f.kind == experiment.Throughput {
		if err := f.checkThroughput(algorithms); err != nil {
			return nil, nil, err
		}
	}
	n := f.n
	if f.kind == experiment.Throughput && n == 0 {
		n = 1 // the number of concurrent searches
	}
	if err := cmp.Or(cli.Repeats("-n", n, "query"), cli.Repeats("-r", f.repetitions, "repetition")); err != nil {
		return nil, nil, err
	}
	switch {
	case f.auto && f.limit < time.Second:
		return nil, nil, cli.Usage("--limit is %v; a search for settings needs at least a second", f.limit)
	case f.auto && f.part.On():
		return nil, nil, cli.Usage("--shard divides given settings; it cannot be combined with --auto")
	case f.auto && len(algorithms[0].Params()) == 0:
		return nil, nil, cli.Usage("%s has no parameters to choose", algorithms[0].Name())
	}
	return algorithms, lists, f.files.check(f.part)
}

// plan returns the plan of the flags.
func (f *experimentFlags) plan(algorithms []sssp.Algorithm, lists map[string][]uint32, m *scene.Map, d studio.Computer) (experiment.Plan, error) {
	p := experiment.Plan{Kind: f.kind, Work: measure.ByRank, Queries: f.n, Repetitions: f.repetitions, Seed: f.seed, Panels: f.panels}
	if f.all {
		p.Work = measure.ToAll
	}
	for _, one := range algorithms {
		values := map[string][]uint32{}
		for _, q := range one.Params() {
			values[q.Name] = lists[q.Name]
		}
		if f.tuned {
			t, err := view.Tuned(one.Name(), p.Work, m, d.Info)
			if err != nil {
				return p, err
			}
			for name, v := range t {
				if len(values[name]) == 0 {
					values[name] = []uint32{v}
				}
			}
		}
		if f.kind != experiment.Sweep {
			p.Settings = append(p.Settings, measure.Grid(one, values, f.pairs)...)
			continue
		}
		p.Axes = f.axes(one)
		over := append(slices.Clone(p.Axes), f.panels)
		if f.plain {
			over = nil
		}
		var err error
		p.Settings, err = measure.Sweep(one, m.Graph, d.Limits(), p.Work, over, values)
		return p, err
	}
	if f.kind == experiment.Throughput {
		return f.throughputPlan(p, algorithms, m, d)
	}
	if f.settings != "" {
		p.Axes = measure.Paired // named first in the table
	}
	if f.relative == "best" && len(p.Settings) < 2 {
		return p, cli.Usage("--relative compares settings; there is only one")
	}
	p.Reference = f.kind != experiment.Efficiency && f.relative != "best" && !slices.ContainsFunc(algorithms, func(a sssp.Algorithm) bool { return a.Name() == "dijkstra" })
	return p, nil
}

// axes names the axes of a sweep.
func (f *experimentFlags) axes(a sssp.Algorithm) []string {
	axes := experiment.Axes(a)
	for i, name := range []string{f.x, f.y} {
		if name != "" && i < len(axes) {
			axes[i] = name
		}
	}
	return slices.Compact(axes)
}

// mapsOf returns the maps of an experiment: the open map, its parts, or all files.
func mapsOf(ctx context.Context, app *cli.App, f experimentFlags, files []string, m *scene.Map) measure.Maps {
	switch {
	case f.kind != experiment.Scale:
		return measure.On(m)
	case len(files) < 2:
		return measure.Parts(m)
	}
	return measure.Maps{Count: len(files), All: func(yield func(*scene.Map, error) bool) {
		for i, file := range files {
			one, err := m, error(nil)
			if i > 0 {
				one, err = app.LoadMap(ctx, file)
			}
			m = nil // frees the first map after its turn
			if !yield(one, err) || err != nil {
				return
			}
		}
	}}
}

// measuredAt describes the environment of an experiment.
func measuredAt(app *cli.App, i gpu.Info, m *scene.Map) experiment.Origin {
	opens := []string{"viewer"}
	if m.From != "" {
		opens = append(opens, cli.BaseName(m.From))
	}
	return experiment.Origin{
		Version: app.Version, Device: i.Name, Driver: i.Driver, Host: cli.Host(), CPU: cli.CPU(), Clocks: cli.Clocks(i), Go: runtime.Version(),
		Input: m.Name, Metric: m.Weighs(), Command: cli.CommandLine(os.Args), Date: time.Now(), Opens: append(opens, app.Given...),
	}
}

// tell prints a result.
func tell(out io.Writer, r *experiment.Result) error {
	verified := 0
	for _, row := range r.Rows {
		if row.Verified {
			verified++
		}
	}
	titles := []string{}
	for _, s := range r.Plan.Settings {
		if !slices.Contains(titles, s.Title) {
			titles = append(titles, s.Title)
		}
	}
	if _, err := fmt.Fprintf(out, "%s, %s on %s, %s\n%s, %s verified. %s\n\n", r.Origin.Input, strings.Join(titles, ", "), r.Origin.Device, r.Origin.Date.Format("2006-01-02"),
		format.Count(len(r.Rows), "row"), format.Thousands(verified), r.Method()); err != nil {
		return err
	}
	if r.Plan.Part.On() { // the whole has a table
		return nil
	}
	t := r.Table()
	if err := t.Write(out); err != nil {
		return err
	}
	if r.Plan.Kind != experiment.Sweep {
		return nil
	}
	best, _ := r.Plan.Best(r.Rows)
	_, err := fmt.Fprintf(out, "\n%s (%d of %d verified)\n", r.Verdict(), best.Verified, best.Rows)
	return err
}
