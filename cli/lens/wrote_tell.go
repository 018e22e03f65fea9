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
	"kernelscope/compute/simt/onsimt"
	"kernelscope/internal/format"
	"kernelscope/report"
	"kernelscope/ui"
)

// checkWrote returns the value whose writer is asked for, or an error for flags that do not go with it.
func (f *insideFlags) checkWrote(kernel string) (v ui.Value, err error) {
	switch {
	case kernel != "":
		return v, cli.Usage("--wrote finds the kernel: leave out %s", kernel)
	case f.word != "" || len(f.compare) > 0 || f.html != "" || f.out != "" || f.counted != onInterpreter || f.dispatch != 1:
		return v, cli.Usage("--wrote prints one write: leave out --word, --compare, --html, --output, --counted and --dispatch")
	}
	if v, err = ui.ParseValue(f.wrote); err != nil {
		return v, cli.Usage("--wrote: %v", err)
	}
	return v, nil
}

// findFor finds the dispatch that flags ask for.
func (h Host) findFor(ctx context.Context, f insideFlags, kernel string, view []string, tell func(share float64)) (*found, error) {
	var a *asked
	if f.wrote != "" {
		v, err := f.checkWrote(kernel)
		if err != nil {
			return nil, err
		}
		if a, err = h.ask(ctx, v, f.step, view); err != nil {
			return nil, err
		}
	}
	if f.counted == onDevice {
		return h.findCounted(ctx, &f, kernel, view, tell)
	}
	return h.find(ctx, f.place(kernel, a), view, tell)
}

// wroteRow is who wrote a value in JSON.
type wroteRow struct {
	writeRow
	Value    string `json:"value"`
	Step     int    `json:"step"`
	Dispatch int    `json:"dispatch"` // of the kernel in the step
}

// tellWrote finds who wrote a value, and prints it.
func (h Host) tellWrote(c *cobra.Command, f insideFlags, view []string) error {
	at, err := h.findFor(c.Context(), f, "", view, nil)
	if err != nil {
		return err
	}
	w, d, out := at.Wrote, at.Dispatches[at.Chosen], c.OutOrStdout()
	row := wroteRow{at.row(), w.Value.String(), at.Step, d.Number}
	switch {
	case f.csv:
		return writeWrote(out, row)
	case f.json:
		lines := format.JSON(out)
		if err := lines.Encode(report.NewHead("inside", h.Version)); err != nil {
			return err
		}
		return lines.Encode(row)
	}
	on := onsimt.New(f.width)
	if _, err := on.Module(d.Kernel); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s: step %d, dispatch %d of %d of %s\n%s[%d]: %d → %d, invocation %d of workgroup %d, %v: %s\n", w.Value.Name(), at.Step, d.Number, at.of(d.Kernel),
		d.Kernel, row.Block, w.Word, w.Old, w.New, w.Invocation, w.Workgroup, w.Line, on.Source(d.Kernel, w.Line))
	return err
}

// row is the write of the value.
func (f *found) row() writeRow {
	return insideOf{kernel: f.Inputs.Kernel, block: f.Inputs.Layout.Bindings[f.Wrote.Block]}.row(f.Wrote.Write)
}

func writeWrote(out io.Writer, r wroteRow) error {
	w := csv.NewWriter(out)
	return w.WriteAll([][]string{slices.Concat([]string{"value", "step", "kernel", "dispatch"}, writeColumns), slices.Concat([]string{r.Value, strconv.Itoa(r.Step), r.Kernel, strconv.Itoa(r.Dispatch)}, r.columns())})
}
