package lens

import (
	"context"
	"encoding/csv"
	"encoding/gob"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/internal/output"
	"kernelscope/report"
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
	found          string  // file for what a lens of a window looks at
	wrote          string  // value whose writer is asked for
	ratio          float64 // pixels of a picture for one of a plain display
	theme          string
	counted        string // where lines are counted
	lines          int    // of a picture; 0 for all
}

// foundFlag is the hidden flag with which a window asks for a dispatch.
const foundFlag = "found"

// insideCommand is 'inside'.
func (h Host) insideCommand() *cobra.Command {
	var f insideFlags
	c := &cobra.Command{
		Use:   "inside KERNEL -- VIEW…",
		Short: "Count what a dispatch of a step does, by line",
		Long: `Carries out a command line of the window on the interpreter, without the window. VIEW is the part of the
command line after 'viewer', such as 'sort -n 2^16', or 'city.osm.pbf -a nearfar' for the map. Then it goes
to a step of the timeline, and executes one of the step's dispatches again. It prints a row for each line
of the kernel, as 'simt' does. Sectors and conflicts are a model: 32-byte sectors, 32 banks.

With --compare it also executes a second dispatch, which differs in the given settings, and prints the
counts of the second minus the counts of the first.

If a dispatch has more than 2^20 invocations, it executes a sample of workgroups, at equal distances, and
says which; --all executes all.

With --counted device the GPU also counts executions, instructions and lanes, in subgroups of its own width
and in all workgroups; --csv, --json and heat maps have its numbers. All else comes from the interpreter.

With --word it prints every write of some words of a block instead: the invocation, its line, the old
value and the new one.

With --wrote and without KERNEL it prints which dispatch, up to the step, wrote a value that the view
shows, and where: node=5 of a map, key=0 of a sort, sum=3 of prefix sums, element=7 of clips, or
an entry of another buffer in the window's table; node=5,side=2 is on the second side of a comparison.

Step 0 has the dispatches that begin an algorithm; for clips, whose steps are replayed, it has all.`,
		Example: "  viewer inside radix_pass --step 2 -- sort -a radix -n 2^16\n" +
			"  viewer inside sssp_relax --step 20 --csv -- -a nearfar > relax.csv\n" +
			"  viewer inside sssp_relax --step 20 -o relax.html -- -a nearfar\n" +
			"  viewer inside sssp_relax --step 20 --compare width=8 -o width.png -- -a nearfar\n" +
			"  viewer inside sssp_relax --step 20 --word 'NextDist[0:2000]' -- -a nearfar\n" +
			"  viewer inside --wrote node=17 --step 20 -- -a nearfar",
		Args: func(c *cobra.Command, args []string) error {
			if f.wrote != "" {
				return nil
			}
			return cobra.MinimumNArgs(2)(c, args)
		},
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(); err != nil {
				return err
			}
			if err := f.checkPlace(); err != nil {
				return err
			}
			if f.wrote != "" {
				args = append([]string{""}, args...)
			}
			if f.found != "" {
				return h.tellFound(c, f, args)
			}
			if f.json && f.csv {
				return cli.Usage("--json and --csv cannot be combined")
			}
			if err := f.checkCounted(); err != nil {
				return err
			}
			if err := f.checkFiles(); err != nil {
				return err
			}
			if f.wrote != "" {
				return h.tellWrote(c, f, args[1:])
			}
			d, err := h.dispatched(c.Context(), &f, args[0], args[1:])
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
	c.Flags().IntVar(&f.lines, "lines", 0, "number of lines in .png and .svg, the most expensive; 0 for all with a cost")
	c.Flags().StringVar(&f.theme, "theme", "light", "colours of .png and .svg: light, dark, contrast")
	c.Flags().StringSliceVar(&f.compare, "compare", nil, "subtract these numbers from those of another: width=8, step=21, dispatch=2, kernel=NAME, or a parameter of the view, as delta=4000")
	c.Flags().BoolVar(&f.all, "all", false, "execute all workgroups, also of more than 2^20 invocations")
	c.Flags().BoolVar(&f.csv, "csv", false, "print a table of values separated by commas")
	c.Flags().StringVar(&f.found, foundFlag, "", "write the dispatch and its buffers to this file, and tell how far the view is, for a window")
	c.Flags().StringVar(&f.wrote, "wrote", "", "print who wrote a value, such as node=5, key=0 or element=7")
	cli.Writes(c, "html", "output", foundFlag)
	_ = c.Flags().MarkHidden(foundFlag)
	c.Flags().StringVar(&f.counted, "counted", onInterpreter, "where executions, instructions and lanes are counted: interpreter, or device, by a kernel with counters")
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

// dispatched finds a dispatch of a step and executes it.
func (h Host) dispatched(ctx context.Context, f *insideFlags, kernel string, view []string) (out insideOf, err error) {
	if f.counted == onDevice {
		return h.counted(ctx, f, kernel, view)
	}
	how := how{width: f.width, all: f.all || f.word != "", precision: f.precision}
	if f.word != "" {
		if how.words, err = parseWords(f.word); err != nil {
			return out, err
		}
	}
	at, err := h.find(ctx, f.place(kernel, nil), view, nil)
	if err != nil {
		return out, err
	}
	return at.execute(ctx, how, nil)
}

// place is the dispatch that flags ask for.
func (f *insideFlags) place(kernel string, wrote *asked) place {
	return place{kernel, f.step, f.dispatch, f.width, f.found != "", wrote}
}

// tellFound finds the dispatch that a lens looks at, writes it to a file, and tells how far it is.
func (h Host) tellFound(c *cobra.Command, f insideFlags, args []string) error {
	tell := func(share float64) {
		fmt.Fprintln(c.OutOrStdout(), studio.Share(share, fmt.Sprintf("step %.0f of %d", share*float64(f.step), f.step)))
	}
	at, err := h.findFor(c.Context(), f, args[0], args[1:], tell)
	if err != nil {
		return err
	}
	return output.File(f.found, func(w io.Writer) error { return gob.NewEncoder(w).Encode(at) })
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
	// Of --counted device.
	Device string  `json:"device,omitempty"`
	With   float64 `json:"counted_ms,omitempty"` // its time with counters
	Plain  float64 `json:"gpu_ms,omitempty"`     // and without
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
		row := dispatchRow{"dispatch", d.kernel, f.step, f.dispatch, d.of, [2]int{d.grid.X, d.grid.Y}, d.grid.Size, f.width, d.on.Machine.Steps, d.count.Groups(), d.count.Sample, "", 0, 0}
		if by := d.count.Device; by != nil {
			row.Device, row.With, row.Plain = by.Name, 1e3*by.With.Seconds(), 1e3*by.Plain.Seconds()
		}
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
		if by := d.count.Device; by != nil {
			fmt.Fprintf(out, "%v\n", by)
		}
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
