package lens

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/cli/story"
	"kernelscope/compute"
	"kernelscope/compute/simt"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/report"
	"kernelscope/report/inside"
	"kernelscope/studio"
)

// insideFlags are the flags of 'inside'.
type insideFlags struct {
	simtFlags
	csv, all       bool
	step, dispatch int
	word           string
	compare        []string
	html, out      string
	ratio          float64 // pixels of a picture for one of a plain display
	theme          string
}

// insideCommand is 'inside'.
func (h Host) insideCommand() *cobra.Command {
	var f insideFlags
	c := &cobra.Command{
		Use:   "inside KERNEL -- VIEW…",
		Short: "Count what a dispatch of a step does, by line",
		Long: `Does what a command line of the window says, without the window and on the interpreter: VIEW is what
follows 'viewer', such as 'sort -n 2^16', or 'city.osm.pbf -a nearfar' for the map. Then it goes to a step of
the timeline, and executes one of the dispatches that made the step again. It prints a row for each line
of the kernel, as 'simt' does. Sectors and conflicts are a model: 32-byte sectors, 32 banks.

With --compare it executes another dispatch too, which differs in what is named, and prints the columns of
the other minus those of the first.

Of dispatches of more than 2^20 invocations it executes a sample of workgroups, at equal distances, and
says which; --all executes all.

With --word it prints every write of some words of a block instead: the invocation, its line, the old
value and the new one.

Step 0 has the dispatches that begin an algorithm; for clips, whose steps are replayed, it has all.`,
		Example: "  viewer inside radix_pass --step 2 -- sort -a radix -n 2^16\n" +
			"  viewer inside sssp_relax --step 20 --csv -- -a nearfar > relax.csv\n" +
			"  viewer inside sssp_relax --step 20 -o relax.html -- -a nearfar\n" +
			"  viewer inside sssp_relax --step 20 --compare width=8 -o width.png -- -a nearfar\n" +
			"  viewer inside sssp_relax --step 20 --word 'NextDist[0:2000]' -- -a nearfar",
		Args: cobra.MinimumNArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(); err != nil {
				return err
			}
			if err := f.checkPlace(); err != nil {
				return err
			}
			if f.json && f.csv {
				return cli.Usage("--json and --csv cannot be combined")
			}
			if err := f.checkFiles(); err != nil {
				return err
			}
			d, err := h.dispatched(c.Context(), f, args[0], args[1:])
			if err != nil {
				return err
			}
			d.count.Version, d.count.Command = h.Version, f.command(args)
			if len(f.compare) > 0 {
				return h.compared(c, f, args, d)
			}
			if err := f.write(&d.count); err != nil {
				return err
			}
			return f.tell(c.OutOrStdout(), h.Version, d)
		},
	}
	f.add(c)
	c.Flags().Lookup("json").Usage = "print JSON lines: inside, dispatch, sentence, line, event"
	c.Flags().StringVar(&f.word, "word", "", "print who writes a word or a range of words: BLOCK[WORD] or BLOCK[FROM:TO]")
	c.Flags().StringVar(&f.html, "html", "", "also write the source as a heat map, a page that needs nothing else")
	c.Flags().StringVarP(&f.out, "output", "o", "", "also write the heat map: a name that ends in .html, .png or .svg")
	c.Flags().Float64Var(&f.ratio, "ratio", 2, "pixels of a .png for one of a plain display")
	c.Flags().StringVar(&f.theme, "theme", "light", "colours of .png and .svg: light, dark, contrast")
	c.Flags().StringSliceVar(&f.compare, "compare", nil, "subtract these numbers from those of another: width=8, step=21, dispatch=2, kernel=NAME, or a parameter of the view, as delta=4000")
	c.Flags().BoolVar(&f.all, "all", false, "execute all workgroups, also of more than 2^20 invocations")
	c.Flags().BoolVar(&f.csv, "csv", false, "print a table of values separated by commas")
	cli.Writes(c, "html", "output")
	c.Flags().IntVar(&f.step, "step", 1, "step whose dispatch is executed")
	c.Flags().IntVar(&f.dispatch, "dispatch", 1, "which of the kernel's dispatches in the step")
	return c
}

// checkPlace refuses steps and dispatches that no view has.
func (f *insideFlags) checkPlace() error {
	if f.step < 0 || f.dispatch < 1 {
		return cli.Usage("--step is %d and --dispatch is %d; steps begin at 0, dispatches at 1", f.step, f.dispatch)
	}
	return nil
}

// insideOf is a dispatch of a step.
type insideOf struct {
	kernel string
	of     int // dispatches of the kernel in the step
	grid   compute.Grid
	on     *onsimt.Interpreter // has executed it, and nothing else
	count  inside.Count
	block  string
	writes *simt.History // of words of the block, if they were asked for
}

// dispatched finds a dispatch of a step and executes it.
func (h Host) dispatched(ctx context.Context, f insideFlags, kernel string, view []string) (out insideOf, err error) {
	var words wordsOf
	if f.word != "" {
		if words, err = parseWords(f.word); err != nil {
			return out, err
		}
	}
	var before func() error // executes the dispatch that was asked for
	var kernels []string    // of the step
	at := 0                 // the step that is made
	i := onsimt.New(f.width)
	i.Before = func(g compute.Grid, c compute.Call, buffers [][]uint32) {
		if at != f.step {
			return
		}
		name := c.Program.Name
		if !slices.Contains(kernels, name) {
			kernels = append(kernels, name)
		}
		if name != kernel {
			return
		}
		if out.of++; out.of != f.dispatch {
			return
		}
		out.kernel, out.grid, out.on = kernel, g, onsimt.New(f.width)
		out.on.Machine.Observe = simt.Observe{Counters: true, Uninitialized: true, Races: true}
		out.on.Precision = f.precision
		c.Push, c.Constants = slices.Clone(c.Push), slices.Clone(c.Constants)
		copies := copied(buffers)
		before = func() error { return out.execute(f, c, copies, words) }
	}
	h.Interpreter = i
	if err := h.Backend.Set("simt"); err != nil {
		return out, err
	}
	p := &story.Player{Show: h.Show}
	steps := []int{f.step}
	if f.step > 0 {
		steps = []int{f.step - 1, f.step}
	}
	last := 0
	err = h.Canvas(studio.PictureFlags{Size: "256x256", Ratio: 1}, func(c *studio.Canvas) (err error) {
		before, kernels, at, out.of = nil, nil, 0, 0 // a device may be lost, and all done again
		if f.step > 0 {
			at = -1
		}
		last, err = p.Visit(ctx, c, view, steps, func(step int) { at = step + 1 })
		return err
	})
	switch {
	case err != nil:
		return out, err
	case last < f.step:
		return out, cli.Step(strconv.Itoa(f.step)).Beyond(last)
	case len(kernels) == 0:
		return out, cli.Usage("step %d executes no kernel", f.step)
	case out.of == 0:
		return out, cli.Usage("step %d does not execute %s; it executes %v", f.step, kernel, kernels)
	case before == nil:
		return out, cli.Usage("--dispatch is %d, and step %d executes %s %s", f.dispatch, f.step, kernel, format.Plural(out.of, "time", "times"))
	}
	return out, before()
}

// execute executes the dispatch, once.
func (d *insideOf) execute(f insideFlags, c compute.Call, buffers [][]uint32, words wordsOf) (err error) {
	groups := d.grid.X * d.grid.Y
	if f.word != "" {
		if d.writes, err = words.history(c, buffers); err != nil {
			return err
		}
		d.block, d.on.Machine.Histories = words.block, []*simt.History{d.writes}
	} else if !f.all {
		d.on.Only = inside.Sample(groups, d.grid.Size)
	}
	if d.on.Only != nil {
		groups = len(d.on.Only)
	}
	p, err := d.on.Program(c)
	if err != nil {
		return err
	}
	counting := inside.Begin(&d.on.Machine, p, groups)
	if err := d.on.Execute(d.grid, c, buffers); err != nil {
		return err
	}
	d.count = counting.Count()
	d.count.Kernel, d.count.Grid, d.count.Sample = d.kernel, d.grid, d.on.Only
	d.count.Step, d.count.Dispatch, d.count.Dispatches = f.step, f.dispatch, d.of
	d.count.Events = eventTexts(d.on, d.kernel)
	return nil
}

// copied copies buffers. One with two bindings stays one.
func copied(buffers [][]uint32) (out [][]uint32) {
	for i, b := range buffers {
		same := slices.IndexFunc(buffers[:i], func(o []uint32) bool { return len(o) > 0 && len(b) > 0 && &o[0] == &b[0] })
		if same >= 0 {
			out = append(out, out[same])
		} else {
			out = append(out, slices.Clone(b))
		}
	}
	return out
}

// dispatchRow is the dispatch in JSON.
type dispatchRow struct {
	Type       string `json:"type"`
	Kernel     string `json:"kernel"`
	Step       int    `json:"step"`
	Dispatch   int    `json:"dispatch"` // of the kernel in the step
	Dispatches int    `json:"dispatches"`
	Workgroups [2]int `json:"workgroups"`
	Workgroup  int    `json:"workgroup"` // invocations
	Subgroup   int    `json:"subgroup"`
	LaneSteps  int64  `json:"lane_instructions"`
	Executed   int    `json:"executed"`         // workgroups
	Sample     []int  `json:"sample,omitempty"` // their numbers, if they are not all
}

// sentenceRow says what limits the dispatch in JSON.
type sentenceRow struct {
	Type   string `json:"type"`
	Kernel string `json:"kernel"`
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Rule   string `json:"rule"`
	Text   string `json:"text"`
}

func (f insideFlags) tell(out io.Writer, version string, d insideOf) (err error) {
	kernels := []string{d.kernel}
	switch {
	case d.writes != nil:
		err = f.tellWrites(out, version, d)
	case f.csv:
		err = writeInside(out, d)
	case f.json:
		lines := format.JSON(out)
		if err := lines.Encode(report.NewHead("inside", version)); err != nil {
			return err
		}
		row := dispatchRow{"dispatch", d.kernel, f.step, f.dispatch, d.of, [2]int{d.grid.X, d.grid.Y}, d.grid.Size, f.width, d.on.Machine.Steps, d.count.Groups(), d.count.Sample}
		if err := lines.Encode(row); err != nil {
			return err
		}
		for _, s := range d.count.Sentences() {
			if err := lines.Encode(sentenceRow{"sentence", d.kernel, s.Line.File, s.Line.Line, s.Rule, s.Text}); err != nil {
				return err
			}
		}
		err = writeRows(lines, d.on, kernels)
	default:
		fmt.Fprintf(out, "step %d, dispatch %d of %d: %d × %d workgroups of %d invocations, subgroups of %d, %s\n", f.step, f.dispatch, d.of, d.grid.X,
			d.grid.Y, d.grid.Size, f.width, d.count.SampleText())
		err = printSimt(out, d.on, kernels)
		for _, s := range d.count.Sentences() {
			fmt.Fprintf(out, "%s\n", s.Text)
		}
	}
	if n := undeclared(d.on, kernels); err == nil && f.strict && n > 0 {
		return fmt.Errorf("%w: %d events are not declared", fault.Wrong, n)
	}
	return err
}

// writeInside writes a row for each line that has code.
func writeInside(out io.Writer, d insideOf) error {
	w := csv.NewWriter(out)
	rows := [][]string{{
		"file", "line", "executions", "instructions", "active_percent", "divergent", "barriers", "accesses", "sectors", "least_sectors", "bank_conflicts",
		"lanes_per_address", "requests", "shared", "bank_rounds", "worked", "waited",
	}}
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	for _, r := range d.on.Lines(d.kernel) {
		active := ""
		if r.Instructions > 0 {
			active = fmt.Sprintf("%.1f", 100*float64(r.Lanes)/float64(r.Instructions*int64(d.on.Subgroup)))
		}
		rows = append(rows, []string{
			r.Line.File, strconv.Itoa(r.Line.Line), number(r.Executions), number(r.Instructions), active, number(r.Divergent), number(r.Barriers),
			number(r.Accesses), number(r.Sectors), number(r.MinSectors), number(r.Conflicts), ratio(r.AtomicLanes, r.Addresses),
			number(r.Requests), number(r.Shared), number(r.BankRounds), number(r.Worked), number(r.Waited),
		})
	}
	return w.WriteAll(rows)
}
