package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/cli/flags"
	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sorting"
	"kernelscope/compute/timing"
	"kernelscope/internal/format"
	"kernelscope/report"
	"kernelscope/report/chart"
)

// benchFlags are the flags of 'bench sort'.
type benchFlags struct {
	algorithms, types, least, most string
	payload                        bool
	dist                           string
	seed                           uint64
	repeat                         int
	limit                          time.Duration
	chart, save                    string
	json, csv                      bool
	bars                           bool
	params                         *flags.Params
	against                        string // number of keys; empty without a comparison
}

// benchCommand is 'bench sort'.
func benchCommand(app *cli.App) *cobra.Command {
	var f benchFlags
	c := &cobra.Command{
		Use:   "sort",
		Short: "Time sorts by the number of keys",
		Long: `Times every sort, doubling the number of keys, and verifies every result. The largest size that
fits one binding of the device is added, even if it is not a power of two; up to twice as many
keys are sorted in halves, which are merged. Omitted sizes are listed with the reason.

Times are medians of --repeat runs after a warm-up. GPU time is that of all passes in one
recording, or in several if they take long. The input is restored before each run, which is
not timed.

The chart shows keys per second of GPU time (for the host, of wall time). Its ceiling is the
speed of a sort that reads and writes each key and value once, as fast as a kernel that copies
an array with four words per invocation.

Parameters take several values, separated by commas; every combination is timed. If one
parameter has several numbers, it is the horizontal axis of the chart, which has a part for
each sort and number of keys. Values that a device does not allow are listed.

With --against-cpu it sorts one number of keys, by default i32, first with the sorts of the
host and then on the device. On the host these are Go's sort on one processor, a radix sort on
all and, where c++, g++ or clang++ can compile it, std::sort of C++. It prints the speedup of the
device for the sort alone, and with the copies of the keys to the device and back. Sorts of 10^9
keys on one processor take two to three minutes; name cpu-parallel alone in -a to omit them. The
command checks memory before it generates keys.

Sorts with --places atomics or global are wrong by design; of these only the order of the last
digit is verified, and that no key is lost.

With --bars it measures the workloads of the project's table of goals instead.`,
		Example: `  viewer bench sort --chart sorts.svg
  viewer bench sort -a radix,cpu --types u32,u64 --payload --max 2^24 --json
  viewer bench sort -a batcher,radix --min 2^20 --max 2^20 --workgroups 64,128,256,512,1024 --chart workgroups.svg
  viewer bench sort -a radix4 --counters global,shared,subgroup --min 2^20 --max 2^20
  viewer bench sort -a radix4 --places ranks,atomics,global --min 2^20 --max 2^20 --dist constant
  viewer bench sort --against-cpu 1e9
  viewer bench sort --against-cpu 1e9 -a cpu-parallel,batcher-fused,radix
  viewer bench sort --bars`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			for _, name := range f.params.Names() {
				if f.bars && c.Flags().Changed(name) {
					return cli.Usage("--%s cannot be combined with --bars", name)
				}
			}
			if err := f.againstCPU(c.Flags().Changed); err != nil {
				return err
			}
			return bench(c.Context(), c.OutOrStdout(), app, f)
		},
	}
	fs := c.Flags()
	cli.AddAlgorithm(c, &f.algorithms, "sorts, separated by commas", strings.Join(usual(), ","), sorters())
	fs.StringVar(&f.types, "types", "u32", "types of keys, separated by commas: u32, i32, f32, u64")
	fs.StringVar(&f.least, "min", "2^10", "least number of keys")
	fs.StringVar(&f.most, "max", "2^30", "greatest number of keys")
	fs.BoolVar(&f.payload, "payload", false, "sort a 32-bit value with each key")
	f.params = flags.Add(fs, sorters())
	f.params.Plural(sorting.Workgroup)
	fs.Uint64Var(&f.seed, "seed", 1, "seed of the keys")
	fs.IntVarP(&f.repeat, "repeat", "r", 5, "number of timed runs")
	fs.DurationVar(&f.limit, "limit", 10*time.Second, "omit sizes at which a run would take longer than this")
	fs.StringVar(&f.chart, "chart", "", "write the chart to this file: .svg or .png")
	fs.BoolVar(&f.json, "json", false, "print JSON lines: meta, row")
	fs.BoolVar(&f.csv, "csv", false, "print comma-separated values")
	fs.BoolVar(&f.bars, "bars", false, "measure the workloads of the table of goals")
	fs.StringVar(&f.against, "against-cpu", "", "compare with the host's sorts of this number of keys, such as 1e9")
	cli.Writes(c, "chart")
	cli.AddSave(c, &f.save)
	AddDistribution(c, &f.dist, "uniform")
	return c
}

// againstCPU sets the flags of a comparison with the host that are not given explicitly.
func (f *benchFlags) againstCPU(given func(flag string) bool) error {
	if f.against == "" {
		return nil
	}
	for _, flag := range []string{"min", "max", "bars", "chart"} {
		if given(flag) {
			return cli.Usage("--%s cannot be combined with --against-cpu", flag)
		}
	}
	if n, err := cli.Count("--against-cpu", f.against); err != nil {
		return err
	} else if n < 1 {
		return cli.Usage("--against-cpu is %s; at least one key is needed", f.against)
	}
	f.least, f.most = f.against, f.against
	if !given("types") {
		f.types = sorting.I32.String()
	}
	if !given("algorithm") {
		f.algorithms = strings.Join(cli.Names(sorting.Algorithms()), ",")
	}
	if !given("limit") {
		f.limit = time.Hour
	}
	if !given("repeat") {
		f.repeat = 1
	}
	if !strings.Contains(f.algorithms, onHost) && !strings.Contains(f.algorithms, inCpp) { // onProcessors begins with onHost
		f.algorithms = strings.Join(append(slices.Clone(hostSorts), f.algorithms), ",")
	}
	return nil
}

// plan is the plan that the flags request.
type plan struct {
	flags       benchFlags
	sorters     []sorter
	types       []sorting.Type
	least, most int
	lists       map[string][]uint32 // values by parameter
}

func (f *benchFlags) plan() (p plan, err error) {
	p.flags = *f
	if p.sorters, err = cli.AllNamed("-a", f.algorithms, sorters()); err != nil {
		return p, err
	}
	if p.lists, err = flags.Lists(f.params, p.sorters...); err != nil {
		return p, err
	}
	for name := range strings.SplitSeq(f.types, ",") {
		t, err := TypeOf("--types", strings.TrimSpace(name))
		if err != nil {
			return p, err
		}
		p.types = append(p.types, t)
	}
	if p.least, err = cli.Count("--min", f.least); err != nil {
		return p, err
	}
	if p.most, err = cli.Count("--max", f.most); err != nil {
		return p, err
	}
	if err := cli.Repeats("--repeat", f.repeat, "run"); err != nil {
		return p, err
	}
	switch {
	case p.least < 1 || p.most < p.least:
		return p, cli.Usage("--min is %s and --max is %s; --min must be at least 1 and at most --max", f.least, f.most)
	case f.json && f.csv:
		return p, cli.Usage("--json and --csv cannot be combined")
	case f.bars && (f.csv || f.chart != ""):
		return p, cli.Usage("--bars cannot be combined with --csv or --chart")
	}
	if err := CheckDistribution(f.dist); err != nil {
		return p, err
	}
	return p, cli.CheckChart("--chart", f.chart)
}

// sizes returns the numbers of keys: powers of two times the least, up to the greatest. Before the
// first that exceeds a binding it inserts the largest that fits.
func (p *plan) sizes(t sorting.Type, l compute.Limits) (out []int) {
	fit := l.BufferWords / sorting.Format{Type: t}.Words()
	for n := p.least; n <= p.most; n *= 2 {
		if n > fit && len(out) > 0 && out[len(out)-1] < fit {
			out = append(out, fit)
		}
		out = append(out, n)
	}
	return out
}

// experiment converts the plan into an experiment with a subject for each type of keys.
func (p *plan) experiment(d *cli.Device, l compute.Limits) (experiment.Plan, experiment.Subjects) {
	e := experiment.Plan{
		Kind: experiment.Scale, Order: experiment.Listed, Limit: p.flags.limit, Queries: 1, Repetitions: 1, Seed: p.flags.seed, Words: words,
	}
	for _, s := range p.sorters {
		e.Settings = append(e.Settings, experiment.Grid(s, p.lists)...)
	}
	return e, experiment.Subjects{Count: len(p.types), All: func(yield func(experiment.Subject, error) bool) {
		for _, t := range p.types {
			f := sorting.Format{Type: t, Payload: p.flags.payload}
			a := &arrays{device: d, against: p.flags.against != "", host: map[string]float64{}, format: f, sizes: p.sizes(t, l), runs: timing.Runs{Warm: 1, Timed: p.flags.repeat}, dist: p.flags.dist, seed: p.flags.seed}
			if !yield(a, nil) {
				return
			}
		}
	}}
}

// arrays is a subject of experiments with sorts: arrays of one format, in several sizes.
type arrays struct {
	device *cli.Device
	format sorting.Format
	sizes  []int
	runs   timing.Runs
	dist   string
	seed   uint64
	made   oracle.Array // the latest array, shared by all sorts
	of     int          // its number of keys; 0 before the first array
	// In a comparison with the host: wall times of its sorts in ms.
	against bool
	host    map[string]float64
}

// Name returns the type of the keys.
func (a *arrays) Name() string { return a.format.Type.String() }

// Cases returns the number of sizes. Each array is made when it is measured.
func (a *arrays) Cases(*experiment.Watch) (int, error) { return len(a.sizes), nil }

// Release does nothing: a measurement releases its own buffers.
func (a *arrays) Release() {}

// input makes n keys unless the latest array has that size.
func (a *arrays) input(n int) (oracle.Array, error) {
	if a.of == n {
		return a.made, nil
	}
	var err error
	if a.made, err = madeKeys(a.dist, a.format, n, a.seed); err == nil {
		a.of = n
	}
	return a.made, err
}

// Measure sorts and verifies. Sorts of the host run once: they take long and need no warm-up.
func (a *arrays) Measure(w *experiment.Watch, s experiment.Setting, row *experiment.Row) error {
	row.Size, row.Labels = a.sizes[row.Case], map[string]any{"payload": a.format.Payload}
	if row.LeftOut != "" {
		return nil
	}
	alg, err := cli.Named("-a", s.Algorithm, sorters())
	if err != nil {
		return err
	}
	slog.Debug("sort", "algorithm", s.Algorithm, "type", row.Input, "keys", row.Size)
	j := job{sorter: alg, f: a.format, n: row.Size, values: s.Values, runs: a.runs, input: func() (oracle.Array, error) { return a.input(row.Size) }}
	if alg.onHost() {
		j.runs = timing.Runs{Timed: min(1, a.runs.Timed)}
	}
	j.moves = a.against && !alg.onHost()
	doing := fmt.Sprintf("%s %s, %s", format.Power(row.Size), row.Input, alg.Title())
	if err := w.Breathe(doing); err != nil {
		return err
	}
	work := func() error { return measure(w.Context, a.device, j, row) }
	if alg.onHost() { // the sort keeps this goroutine busy
		w.Expect(hostTakes(alg, row.Size))
		if err, ended := experiment.Aside(w, doing, work); err != nil || ended != nil {
			return errors.Join(err, ended)
		}
	} else if err := work(); err != nil {
		return err
	}
	if row.LeftOut != "" {
		return nil
	}
	if alg.onHost() {
		a.host[alg.Name()] = row.Wall
		return nil
	}
	for _, name := range hostSorts {
		if host, ok := a.host[name]; ok && a.against {
			row.State("times_"+name, host/row.Wall)
		}
	}
	return nil
}

// measure runs a job and verifies it. If the device lacks memory, the row has the reason instead.
func measure(ctx context.Context, d *cli.Device, j job, row *experiment.Row) error {
	be, err := d.Backend()
	if err != nil {
		return err
	}
	j.verify, j.lastDigit = true, true
	r, err := j.run(ctx, be)
	if errors.Is(err, compute.ErrValue) { // the settings exclude each other
		row.LeftOut = err.Error()
		return nil
	}
	if err != nil {
		row.LeftOut, err = d.LeftOut(err)
		return err
	}
	row.Values, row.Labels["proof"] = r.params, proof(j)
	if r.lastDigit {
		row.Labels["proof"] = lastDigit
	}
	if r.compiler != "" {
		row.Labels["compiler"] = r.compiler
	}
	if !j.onHost() {
		row.State("passes", float64(r.passes))
	}
	if j.moves {
		row.State("moved_ms", r.moved)
	}
	row.Measured(r.times)
	return nil
}

func bench(ctx context.Context, out io.Writer, app *cli.App, f benchFlags) error {
	p, err := f.plan()
	if err != nil {
		return err
	}
	defer app.PreferComputeOnly()()
	d, info, err := app.BenchDevice()
	if err != nil {
		return err
	}
	defer d.Release()
	be, err := d.Backend()
	if err != nil {
		return err
	}
	copied, err := timing.Bandwidth(ctx, be, timing.Runs{Warm: 1, Timed: f.repeat})
	if err != nil {
		return err
	}
	env := report.NewMeta(app.Version, info.Name, info.Driver)
	env.Host = cli.Host()
	meta := benchMeta{env, f.dist, f.seed, f.repeat, copied}
	w, err := report.NewRows(out, report.FormOf(f.json, f.csv), meta, sheet(meta, f.bars, p.lists))
	if err != nil {
		return err
	}
	if f.bars {
		err = bars(ctx, w, d, f)
	} else {
		e, subjects := p.experiment(d, be.Limits())
		err = cli.WriteRows(w, app.Watched(e.Run(ctx, subjects)), f.chart, func(rows []experiment.Row) chart.Figure { return figureOf(p, meta, rows) })
	}
	if err != nil {
		return err
	}
	return app.SaveRows(f.save, w, info)
}
