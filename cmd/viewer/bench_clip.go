package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/experiment"
	"kernelscope/compute/oracle"
	"kernelscope/compute/timing"
	"kernelscope/flags"
	"kernelscope/scene/clipseq"
)

// benchClipFlags are those of 'bench clip'.
type benchClipFlags struct {
	forms, sizes, shape string
	params              *flags.Params
	boxes               bool
	seed                uint64
	repeat              int
	limit               time.Duration
	chart               string
	json, csv, bars     bool
	sized               bool // --sizes is given
}

func (a *app) benchClipCommand() *cobra.Command {
	var f benchClipFlags
	c := &cobra.Command{
		Use:   "clip",
		Short: "Time the matching of clips by workgroup and number of elements",
		Long: `Times every form of matching for every size of workgroups and every number of elements,
and verifies every result. A plain scan (prefix sums of as many words) is timed beside
them, for scale. What is left out is listed, with the reason.

Times are medians over --repeat runs, after warming up. GPU time is that of all
steps in one recording. The chart has elements a second by GPU time, for each form
by the size of workgroups and by the number of elements.

With --bars it measures the works of the project's table of goals instead, with all
shapes and forms: what matching and boxes reach, what depth costs (deep against random)
and what adversarial input costs, at most. The goals are set for one NVIDIA H200. With
--sizes, for smaller devices, only the costs are judged: matching at these sizes,
boxes at the first of them.

Shapes:
` + aboutShapes(),
		Example: `  viewer bench clip --chart clips.png
  viewer bench clip -a tree --sizes 2^20,2^24 --workgroup auto --shape deep --boxes --json
  viewer bench clip --bars
  viewer bench clip --bars --sizes 2^14,2^16`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			f.sized = c.Flags().Changed("sizes")
			for _, name := range slices.Concat(f.params.Names(), []string{"shape", "boxes", "chart", "csv", "limit"}) {
				if f.bars && c.Flags().Changed(name) {
					return usage("--%s does not go with --bars", name)
				}
			}
			return a.benchClip(c.Context(), c.OutOrStdout(), f)
		},
	}
	fs := c.Flags()
	addAlgorithm(c, &f.forms, "ways to match, divided by commas", strings.Join(namesOf(clip.Forms()), ","), clip.Forms())
	fs.StringVar(&f.sizes, "sizes", "2^12,2^14,2^16,2^18,2^20,2^22,2^24", "numbers of elements, divided by commas")
	f.params = flags.Add(fs, clip.Forms())
	f.params.Default(clip.Workgroup, "64,128,256,512,1024")
	fs.StringVar(&f.shape, "shape", "random", "what is matched: "+strings.Join(clipseq.Shapes(), ", "))
	fs.BoolVar(&f.boxes, "boxes", false, "cut boxes, too")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of the elements")
	fs.IntVarP(&f.repeat, "repeat", "r", 5, "number of runs that are timed")
	fs.DurationVar(&f.limit, "limit", 10*time.Second, "leave out what would take longer than this, each run")
	fs.StringVarP(&f.chart, "chart", "o", "", "write the chart to this file: .svg or .png")
	fs.BoolVar(&f.json, "json", false, "print JSON lines: meta, row")
	fs.BoolVar(&f.csv, "csv", false, "print comma-separated values")
	fs.BoolVar(&f.bars, "bars", false, "measure the project's goals")
	_ = c.RegisterFlagCompletionFunc("shape", fixed(clipseq.Shapes()...))
	return c
}

// clipPlan is what the flags ask for.
type clipPlan struct {
	flags benchClipFlags
	forms []clip.Form
	sizes []int
	lists map[string][]uint32 // of values by parameter; zero is for the form to choose
}

func (f *benchClipFlags) plan() (p clipPlan, err error) {
	p.flags = *f
	if p.forms, err = algorithmsOf("-a", f.forms, clip.Forms()); err != nil {
		return p, err
	}
	if p.lists, err = flags.Lists(f.params, p.forms...); err != nil {
		return p, err
	}
	for text := range strings.SplitSeq(f.sizes, ",") {
		n, err := count("--sizes", strings.TrimSpace(text))
		if err != nil {
			return p, err
		}
		if n < 1 || n > clipseq.MaxElements {
			return p, usage("--sizes has %d, not a number from 1 to %d", n, clipseq.MaxElements)
		}
		p.sizes = append(p.sizes, n)
	}
	switch {
	case f.repeat < 1:
		return p, usage("--repeat is %d; at least one run is needed", f.repeat)
	case f.json && f.csv:
		return p, usage("--json and --csv are not both possible")
	case !slices.Contains(clipseq.Shapes(), f.shape):
		return p, usage("--shape is %q; there are %s", f.shape, strings.Join(clipseq.Shapes(), ", "))
	}
	return p, checkChart("--chart", f.chart)
}

// clipRow is a measured size of a form, or the reason why it is none.
type clipRow struct {
	Type       string         `json:"type"`
	Form       string         `json:"form"`
	Shape      string         `json:"shape,omitempty"` // not of a scan
	Boxes      bool           `json:"boxes"`
	N          int            `json:"elements"`
	Params     compute.Values `json:"params,omitempty"` // as the form chose them; of what is left out, as asked for
	Partitions int            `json:"partitions,omitempty"`
	GPU        float64        `json:"gpu_ms,omitempty"`
	Wall       float64        `json:"wall_ms,omitempty"`
	Rate       float64        `json:"elements_per_s,omitempty"`
	Verified   bool           `json:"verified"`
	LeftOut    string         `json:"left_out,omitempty"`
}

// clipBench measures the matching of clips.
type clipBench struct{ benchDevice }

// clipSample is a sequence with what must come of it.
type clipSample struct {
	shape string
	s     clipseq.Sequence
	want  *clip.Result
}

func newClipSample(shape string, n int, boxes bool, seed uint64) (m clipSample, err error) {
	m.shape = shape
	if m.s, err = clipseq.Make(shape, n, seed); err != nil {
		return m, err
	}
	if !boxes {
		m.s.Boxes = nil
	}
	want := oracle.Clip(m.s)
	m.want = &want
	return m, nil
}

// measure matches. What has no room is a row with the reason.
func (b *clipBench) measure(ctx context.Context, m clipSample, form clip.Form, v compute.Values, runs timing.Runs) (clipRow, error) {
	row := clipRow{Type: "row", Form: form.Name(), Shape: m.shape, Boxes: m.s.Boxes != nil, N: len(m.s.Elements), Params: v}
	d, err := b.device()
	if err != nil {
		return row, err
	}
	slog.Debug("clips", "form", row.Form, "shape", row.Shape, "elements", row.N, "params", v)
	r, err := clipJob{form, m.s, v, runs, m.want}.run(ctx, d)
	if err != nil {
		row.LeftOut, err = b.leftOut(err)
		return row, err
	}
	row.Params, row.Partitions = r.params, r.partitions
	row.GPU, row.Wall, row.Rate, row.Verified = r.times.GPU, r.times.Wall, rate(row.N, r.times), true
	return row, nil
}

// scan times prefix sums of as many words, for scale.
func (b *clipBench) scan(ctx context.Context, n int, runs timing.Runs, seed uint64) (clipRow, error) {
	row := clipRow{Type: "row", Form: scanned, N: n}
	d, err := b.device()
	if err != nil {
		return row, err
	}
	took, err := timeScan(ctx, d, n, runs, seed)
	if err != nil {
		row.LeftOut, err = b.leftOut(err)
		return row, err
	}
	row.GPU, row.Wall, row.Rate, row.Verified = took.GPU, took.Wall, rate(n, took), true
	return row, nil
}

func (a *app) benchClip(ctx context.Context, out io.Writer, f benchClipFlags) error {
	p, err := f.plan()
	if err != nil {
		return err
	}
	b := &clipBench{benchDevice{open: a.OpenDevice}}
	defer b.release()
	d, err := b.device()
	if err != nil {
		return err
	}
	info := d.Info()
	w, err := newClipTable(marked(out), f, info)
	if err != nil {
		return err
	}
	if f.bars {
		return b.bars(ctx, w, p, info)
	}
	all, err := collect(w, func(done func(clipRow) error) error { return b.rows(ctx, p, done) })
	if err != nil || f.chart == "" {
		return err
	}
	return drawClips(p, info, all)
}

// rows measures all sizes, with all forms and workgroups in turn.
func (b *clipBench) rows(ctx context.Context, p clipPlan, done func(clipRow) error) error {
	slow := map[string]string{} // why a form with its values has ended
	runs := timing.Runs{Warm: 1, Timed: p.flags.repeat}
	for _, n := range p.sizes {
		m, err := newClipSample(p.flags.shape, n, p.flags.boxes, p.flags.seed)
		if err != nil {
			return err
		}
		for _, form := range p.forms {
			for _, x := range experiment.Grid(form, p.lists) {
				way := fmt.Sprint(x)
				row := clipRow{Type: "row", Form: x.Algorithm, Shape: m.shape, Boxes: p.flags.boxes, N: n, Params: x.Values, LeftOut: slow[way]}
				if row.LeftOut == "" {
					if row, err = b.measure(ctx, m, form, x.Values, runs); err != nil {
						return err
					}
					slow[way] = tooSlow(n, row.Wall, p.flags.limit)
				}
				if err := done(row); err != nil {
					return err
				}
			}
		}
		row, err := b.scan(ctx, n, runs, p.flags.seed)
		if err == nil {
			err = done(row)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// timed are the rows of a form with times, where a workgroup or a size of zero stands
// for all.
func timed(all []clipRow, form string, workgroup uint32, n int) []clipRow {
	return slices.DeleteFunc(slices.Clone(all), func(r clipRow) bool {
		return r.LeftOut != "" || r.Form != form || workgroup != 0 && r.Params[clip.Workgroup] != workgroup || n != 0 && r.N != n
	})
}

// workgroupsOf lists the sizes of workgroups that rows of a form have.
func workgroupsOf(all []clipRow, form string) (sizes []uint32) {
	for _, r := range timed(all, form, 0, 0) {
		sizes = append(sizes, r.Params[clip.Workgroup])
	}
	slices.Sort(sizes)
	return slices.Compact(sizes)
}
