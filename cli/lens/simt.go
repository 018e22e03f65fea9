package lens

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/compute/simt"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/report"
)

// usualWidth is the number of invocations of a subgroup, as most GPUs have it.
const usualWidth = 32

// simtFlags are the flags of 'simt'.
type simtFlags struct {
	json, strict, precision bool
	width                   int
}

// simtCommand is 'simt'.
func (h Host) simtCommand() *cobra.Command {
	var f simtFlags
	c := &cobra.Command{
		Use:   "simt KERNEL -- RUN…",
		Short: "Count what a kernel does in a run, by line",
		Long: `Carries out a run command on the interpreter (--backend simt) and prints counts for each line
of a kernel's source: executions by subgroups, instructions, active lanes, divergent branches,
32-byte sectors of each access and the fewest possible, rounds of shared memory and bank conflicts
of each access, lanes for each address of atomics. The KERNEL 'all' means every kernel that ran.
Undefined behaviour and data races follow, also races that a kernel declares (docs/simt.md).`,
		Example: "  viewer simt radix_pass -- sort -n 2^16\n  viewer simt sssp_relax --json -- sssp gen:grid,width=60,height=50 -s #0 -t all",
		Args:    cobra.MinimumNArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(); err != nil {
				return err
			}
			i := onsimt.New(f.width)
			i.Precision = f.precision
			i.Machine.Observe = simt.Observe{Counters: true, Uninitialized: true, Races: true}
			if err := h.Run(c.Context(), i, args[1:]); err != nil {
				return err
			}
			return f.print(c.OutOrStdout(), h.Version, i, args[0])
		},
	}
	f.add(c)
	return c
}

// check refuses widths that no subgroup has.
func (f *simtFlags) check() error {
	if n := f.width; n < 1 || n > 128 || n&(n-1) != 0 {
		return cli.Usage("--width is %d, not a power of two up to 128", n)
	}
	return nil
}

// add adds the flags.
func (f *simtFlags) add(c *cobra.Command) {
	c.Flags().BoolVar(&f.json, "json", false, "print JSON lines: simt, line, event")
	c.Flags().BoolVar(&f.strict, "strict", false, "end with exit code 5 for races and undefined behaviour that a kernel does not declare")
	c.Flags().BoolVar(&f.precision, "precision", false, "report results that depend on the device's precision of floats")
	c.Flags().IntVar(&f.width, "width", usualWidth, "invocations of a subgroup: a power of two up to 128")
}

// lineRow is a line of a kernel in JSON.
type lineRow struct {
	Type   string `json:"type"`
	Kernel string `json:"kernel"`
	File   string `json:"file"`
	Line   int    `json:"line"`
	simt.LineCount
}

// eventRow is an event in JSON.
type eventRow struct {
	Type       string    `json:"type"`
	Kernel     string    `json:"kernel"`
	File       string    `json:"file"`
	Line       int       `json:"line"`
	Kind       string    `json:"kind"`
	Text       string    `json:"text"`
	Count      int       `json:"count"`
	Invocation int       `json:"invocation"` // in its workgroup
	Workgroup  [3]uint32 `json:"workgroup"`
	Declared   string    `json:"declared,omitempty"` // the kernel's reason
}

func (f simtFlags) print(out io.Writer, version string, i *onsimt.Interpreter, kernel string) error {
	kernels := i.Kernels()
	if kernel != "all" {
		if !slices.Contains(kernels, kernel) {
			return cli.Usage("kernel %s did not run; these did: %v", kernel, kernels)
		}
		kernels = []string{kernel}
	}
	var err error
	if f.json {
		err = writeSimt(out, version, i, kernels)
	} else {
		err = printSimt(out, i, kernels)
	}
	if n := undeclared(i, kernels); err == nil && f.strict && n > 0 {
		return fmt.Errorf("%w: %d events are not declared", fault.Wrong, n)
	}
	return err
}

// undeclared counts the events that no kernel declares.
func undeclared(i *onsimt.Interpreter, kernels []string) (n int) {
	for _, k := range kernels {
		for _, e := range i.Events[k] {
			if i.Reason(k, e) == "" {
				n++
			}
		}
	}
	return n
}

func writeSimt(out io.Writer, version string, i *onsimt.Interpreter, kernels []string) error {
	lines := format.JSON(out)
	if err := lines.Encode(report.NewHead("simt", version)); err != nil {
		return err
	}
	return writeRows(lines, i, kernels)
}

// writeRows writes the lines and events of kernels.
func writeRows(lines *json.Encoder, i *onsimt.Interpreter, kernels []string) error {
	for _, k := range kernels {
		for _, r := range i.Lines(k) {
			if err := lines.Encode(lineRow{"line", k, r.Line.File, r.Line.Line, r}); err != nil {
				return err
			}
		}
		for _, e := range i.Events[k] {
			row := eventRow{
				"event", k, e.Line.File, e.Line.Line, e.Kind.String(), e.Text, e.Count, e.First.Local, e.First.Workgroup, i.Reason(k, e),
			}
			if err := lines.Encode(row); err != nil {
				return err
			}
		}
	}
	return nil
}

func printSimt(out io.Writer, i *onsimt.Interpreter, kernels []string) error {
	for _, k := range kernels {
		fmt.Fprintf(out, "%s\n", k)
		w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintln(w, "line\texecutions\tinstructions\tlanes\tdivergent\tsectors\tleast\trounds\tconflicts\tlanes/address\t source")
		for _, r := range i.Lines(k) {
			if r.Instructions > 0 {
				fmt.Fprintf(w, "%v\t%d\t%d\t%s\t%d\t%s\t%s\t%s\t%s\t%s\t %s\n", r.Line, r.Executions, r.Instructions, ratio(r.Lanes, r.Instructions), r.Divergent,
					ratio(r.Sectors, r.Requests), ratio(r.MinSectors, r.Requests), ratio(r.BankRounds, r.Shared), ratio(r.Conflicts, r.Shared),
					ratio(r.AtomicLanes, r.Addresses), i.Source(k, r.Line))
			}
		}
		if err := w.Flush(); err != nil {
			return err
		}
		for _, e := range eventsOf(i, k) {
			fmt.Fprintln(out, e)
		}
	}
	return nil
}

// ratio prints a quotient, and nothing for none.
func ratio(a, b int64) string {
	if a == 0 || b == 0 {
		return ""
	}
	return fmt.Sprintf("%.1f", float64(a)/float64(b))
}
