package command

import (
	"context"
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
	"kernelscope/compute/clip"
	"kernelscope/compute/experiment"
	"kernelscope/compute/oracle"
	"kernelscope/compute/timing"
	"kernelscope/families/scans"
	"kernelscope/report"
	"kernelscope/report/chart"
	"kernelscope/scene/clipseq"
)

// benchFlags are the flags of 'bench clip'.
type benchFlags struct {
	forms, sizes, shape string
	params              *flags.Params
	boxes               bool
	depths              string
	reduction           bool
	seed                uint64
	repeat              int
	limit               time.Duration
	chart, save         string
	json, csv, bars     bool
	sized               bool // --sizes is given
}

// benchCommand is 'bench clip'.
func benchCommand(app *cli.App) *cobra.Command {
	var f benchFlags
	c := &cobra.Command{
		Use:   "clip",
		Short: "Time the matching of clips by workgroup size and number of elements",
		Long: `Times every form of matching for every workgroup size and every number of elements, and
verifies every result. For comparison it also times a plain scan (prefix sums of the same number
of words) and a scalar loop on one core of the host. Omitted measurements are listed with
the reason.

With --reduction the local reduction of the form shuffle is also timed separately, and the chart
compares both by workgroup size. With several --depths the chart shows time by the depth of
nesting.

Times are medians of --repeat runs after a warm-up. GPU time is that of all steps in one
recording. The chart shows elements per second of GPU time, for each form by workgroup size
and by the number of elements.

With --bars it measures the workloads of the project's table of goals instead, with all
shapes and forms: the speed of matching and boxes, the cost of depth (deep against random)
and the greatest cost of adversarial input. It also finds and matches the brackets of a JSON text
on the device, in bytes per second. The goals are set for one NVIDIA H200. With --sizes, for
smaller devices, only the costs are judged: matching at these sizes, boxes and texts of the
first of them.

Shapes:
` + aboutShapes(),
		Example: `  viewer bench clip --chart clips.png
  viewer bench clip -a tree --sizes 2^20,2^24 --workgroup auto --shape deep --boxes --json
  viewer bench clip -a shuffle --sizes 2^20 --reduction --chart reduction.svg
  viewer bench clip --sizes 2^20 --workgroup auto --depths 16,256,4096,0 --chart depth.svg
  viewer bench clip --bars
  viewer bench clip --bars --sizes 2^14,2^16`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			f.sized = c.Flags().Changed("sizes")
			for _, name := range slices.Concat(f.params.Names(), []string{"shape", "boxes", "chart", "csv", "limit", "depths", "reduction"}) {
				if f.bars && c.Flags().Changed(name) {
					return cli.Usage("--%s cannot be combined with --bars", name)
				}
			}
			if f.bars && !c.Flags().Changed("algorithm") { // the forms that have goals
				f.forms = strings.Join(cli.Names(clip.Forms()[:2]), ",")
			}
			return bench(c.Context(), c.OutOrStdout(), app, f)
		},
	}
	fs := c.Flags()
	cli.AddAlgorithm(c, &f.forms, "forms of matching, separated by commas", strings.Join(cli.Names(clip.Forms()), ","), clip.Forms())
	fs.StringVar(&f.sizes, "sizes", "2^12,2^14,2^16,2^18,2^20,2^22,2^24", "numbers of elements, separated by commas")
	f.params = flags.Add(fs, clip.Forms())
	f.params.Default(clip.Workgroup, "64,128,256,512,1024")
	fs.StringVar(&f.shape, "shape", "random", "shape of the sequence: "+strings.Join(clipseq.Shapes(), ", "))
	fs.BoolVar(&f.boxes, "boxes", false, "also cut boxes")
	fs.StringVar(&f.depths, "depths", "0", "limits on the number of open pushes, separated by commas; 0 for none")
	fs.BoolVar(&f.reduction, "reduction", false, "also time the local reduction of the form shuffle separately")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of the elements")
	fs.IntVarP(&f.repeat, "repeat", "r", 5, "number of timed runs")
	fs.DurationVar(&f.limit, "limit", 10*time.Second, "omit measurements with runs that would take longer than this")
	fs.StringVar(&f.chart, "chart", "", "write the chart to this file: .svg or .png")
	fs.BoolVar(&f.json, "json", false, "print JSON lines: meta, row")
	fs.BoolVar(&f.csv, "csv", false, "print comma-separated values")
	fs.BoolVar(&f.bars, "bars", false, "measure the workloads of the table of goals")
	cli.Writes(c, "chart")
	cli.AddSave(c, &f.save)
	_ = c.RegisterFlagCompletionFunc("shape", cli.Fixed(clipseq.Shapes()...))
	return c
}

// plan is the plan that the flags request.
type plan struct {
	flags  benchFlags
	forms  []clip.Form
	sizes  []int
	depths []int
	lists  map[string][]uint32 // values by parameter; zero lets the form choose
}

func (f *benchFlags) plan() (p plan, err error) {
	p.flags = *f
	if p.forms, err = cli.AllNamed("-a", f.forms, clip.Forms()); err != nil {
		return p, err
	}
	if p.lists, err = flags.Lists(f.params, p.forms...); err != nil {
		return p, err
	}
	for text := range strings.SplitSeq(f.sizes, ",") {
		n, err := cli.Count("--sizes", strings.TrimSpace(text))
		if err != nil {
			return p, err
		}
		if n < 1 || n > clipseq.MaxElements {
			return p, cli.Usage("--sizes has %d, not a number from 1 to %d", n, clipseq.MaxElements)
		}
		p.sizes = append(p.sizes, n)
	}
	if p.depths, err = depthsOf(f.depths); err != nil {
		return p, err
	}
	if err := cli.Repeats("--repeat", f.repeat, "run"); err != nil {
		return p, err
	}
	switch {
	case f.json && f.csv:
		return p, cli.Usage("--json and --csv cannot be combined")
	case !slices.Contains(clipseq.Shapes(), f.shape):
		return p, cli.Usage("--shape is %q; choose from %s", f.shape, strings.Join(clipseq.Shapes(), ", "))
	}
	return p, cli.CheckChart("--chart", f.chart)
}

// experiment converts the plan into an experiment. A plain scan and the scalar loop are timed last
// for each size.
func (p *plan) experiment(d *cli.Device) (experiment.Plan, experiment.Subjects) {
	e := experiment.Plan{
		Kind: experiment.Scale, Order: experiment.Listed, Limit: p.flags.limit, Queries: 1, Repetitions: 1, Seed: p.flags.seed, Words: words,
	}
	for _, form := range p.forms {
		e.Settings = append(e.Settings, experiment.Grid(form, p.lists)...)
	}
	if p.flags.reduction {
		e.Settings = append(e.Settings, experiment.Grid(alone, p.lists)...)
	}
	e.Settings = append(e.Settings, scans.Setting, scalar)
	s := &sequences{device: d, shape: p.flags.shape, sizes: p.sizes, depths: p.depths, boxes: p.flags.boxes, seed: p.flags.seed, runs: timing.Runs{Warm: 1, Timed: p.flags.repeat}}
	return e, experiment.Subjects{Count: 1, All: func(yield func(experiment.Subject, error) bool) { yield(s, nil) }}
}

// sequences is a subject of experiments with clips: sequences of one shape, for each size and each
// limit on depth.
type sequences struct {
	device *cli.Device
	shape  string
	sizes  []int
	depths []int // limits on depth; nil for none
	boxes  bool
	seed   uint64
	runs   timing.Runs
	made   clipseq.Sequence // the latest sequence, shared by all forms
	want   *clip.Result     // its expected result; nil before the first sequence
	of     int              // its case
}

// Name returns the shape of all sequences.
func (s *sequences) Name() string { return s.shape }

// Cases returns the number of pairs of a size and a depth. Each sequence is made when it is
// measured.
func (s *sequences) Cases(*experiment.Watch) (int, error) {
	return len(s.sizes) * max(1, len(s.depths)), nil
}

// caseOf returns the size and the depth of a case.
func (s *sequences) caseOf(at int) (size, depth int) {
	if len(s.depths) == 0 {
		return s.sizes[at], 0
	}
	return s.sizes[at/len(s.depths)], s.depths[at%len(s.depths)]
}

// Release does nothing: a measurement releases its own buffers.
func (s *sequences) Release() {}

// make makes the sequence of a case unless it is the latest one.
func (s *sequences) make(at int) (err error) {
	if s.want != nil && s.of == at {
		return nil
	}
	size, depth := s.caseOf(at)
	if s.made, err = clipseq.MakeWithin(depth, s.shape, size, s.seed); err != nil {
		return err
	}
	if !s.boxes {
		s.made.Boxes = nil
	}
	want := oracle.Clip(s.made)
	s.want, s.of = &want, at
	return nil
}

// Measure times and verifies a form, or times a scan of the same number of words.
func (s *sequences) Measure(w *experiment.Watch, x experiment.Setting, row *experiment.Row) error {
	row.Size, _ = s.caseOf(row.Case)
	row.Labels = map[string]any{"boxes": s.boxes && x.Algorithm != scans.Name && x.Algorithm != alone.Name()}
	if x.Algorithm == scans.Name {
		row.Input = ""
	}
	if row.LeftOut != "" {
		return nil
	}
	be, err := s.device.Backend()
	if err != nil {
		return err
	}
	slog.Debug("clips", "form", x.Algorithm, "shape", s.shape, "elements", row.Size, "params", x.Values)
	if x.Algorithm == scans.Name {
		times, err := scans.Time(w.Context, be, row.Size, s.runs, s.seed)
		return s.done(row, times, err)
	}
	if err := s.make(row.Case); err != nil {
		return err
	}
	row.State("depth", float64(s.made.Depth()))
	if x.Algorithm == scalar.Algorithm {
		times, err := timeScalar(w.Context, s.made, s.runs, *s.want)
		return s.done(row, times, err)
	}
	r, err := s.match(w.Context, be, x)
	if err == nil {
		row.Values = r.params
		row.State("partitions", float64(r.partitions))
	}
	return s.done(row, r.times, err)
}

// match times a form or its reduction alone.
func (s *sequences) match(ctx context.Context, be compute.Backend, x experiment.Setting) (matched, error) {
	if x.Algorithm == alone.Name() {
		return timeAlone(ctx, be, s.made, x.Values, s.runs, *s.want)
	}
	form, err := cli.Named("-a", x.Algorithm, clip.Forms())
	if err != nil {
		return matched{}, err
	}
	return job{form, s.made, x.Values, s.runs, s.want}.run(ctx, be)
}

// done sets the times of a row. If the device lacks memory, the row has the reason instead.
func (s *sequences) done(row *experiment.Row, t timing.Times, err error) error {
	if err != nil {
		row.LeftOut, err = s.device.LeftOut(err)
		return err
	}
	row.Measured(t)
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
	env := report.NewMeta(app.Version, info.Name, info.Driver)
	env.Host = cli.Host()
	meta := benchMeta{env, f.seed, f.repeat}
	w, err := report.NewRows(out, report.FormOf(f.json, f.csv), meta, sheet(meta, f))
	if err != nil {
		return err
	}
	if f.bars {
		err = bars(ctx, w, d, p, info.Software)
	} else {
		e, subjects := p.experiment(d)
		err = cli.WriteRows(w, app.Watched(e.Run(ctx, subjects)), f.chart, func(rows []experiment.Row) chart.Figure { return figureOf(p, meta, rows) })
	}
	if err != nil {
		return err
	}
	return app.SaveRows(f.save, w, info)
}

// aboutShapes describes the shapes of sequences, one per line.
func aboutShapes() (text string) {
	for _, name := range clipseq.Shapes() {
		text += fmt.Sprintf("  %-12s %s\n", name, clipseq.About(name))
	}
	return text
}
