package lens

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/internal/format"
	"kernelscope/report"
	"kernelscope/report/inside"
)

// other returns the flags, the kernel and the view of the dispatch that is compared, and what both are called.
func (f insideFlags) other(kernel string, view []string) (o insideFlags, k string, v []string, names [2]string, err error) {
	o, k, v = f, kernel, view
	var first, second []string
	for _, change := range f.compare {
		name, value, ok := strings.Cut(change, "=")
		if !ok || name == "" || value == "" {
			return o, k, v, names, cli.Usage("--compare is %q, not such as width=8", change)
		}
		number := map[string]*int{"width": &o.width, "step": &o.step, "dispatch": &o.dispatch}[name]
		switch {
		case number != nil:
			first = append(first, fmt.Sprintf("%s=%d", name, *number))
			if *number, err = strconv.Atoi(value); err != nil {
				return o, k, v, names, cli.Usage("--compare: %s is %q, not a number", name, value)
			}
		case name == "kernel":
			first, k = append(first, "kernel="+kernel), value
		case len(name) == 1:
			v = append(v[:len(v):len(v)], "-"+name, value)
		default:
			v = append(v[:len(v):len(v)], "--"+name, value)
		}
		second = append(second, change)
	}
	if len(first) == 0 {
		first = []string{"as given"}
	}
	if err = o.check(); err == nil {
		err = o.checkPlace()
	}
	return o, k, v, [2]string{strings.Join(first, ", "), strings.Join(second, ", ")}, err
}

// compared executes the other dispatch and prints how it differs.
func (h Host) compared(c *cobra.Command, f insideFlags, args []string, first insideOf) error {
	o, kernel, view, names, err := f.other(args[0], args[1:])
	if err != nil {
		return err
	}
	second, err := h.dispatched(c.Context(), &o, kernel, view)
	if err != nil {
		return fmt.Errorf("--compare %s: %w", names[1], err)
	}
	second.count.Version, second.count.Command = h.Version, first.count.Command
	d := inside.Subtract(&second.count, &first.count, names[1], names[0])
	if err := f.write(d); err != nil {
		return err
	}
	out := c.OutOrStdout()
	switch {
	case f.csv:
		return differenceCSV(out, d)
	case f.json:
		return differenceJSON(out, h.Version, d)
	}
	return differenceText(out, d)
}

// differenceText prints the rows that differ.
func differenceText(out io.Writer, d *inside.Count) error {
	fmt.Fprintln(out, d.Title())
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "line\t")
	for _, column := range inside.Columns {
		fmt.Fprintf(w, "%s\t", column.Name)
	}
	fmt.Fprintln(w, " source")
	for i, cells := range d.Cells() {
		if !d.Differs(i) {
			continue
		}
		fmt.Fprintf(w, "%v\t", d.Rows[i].Line)
		for _, cell := range cells {
			fmt.Fprintf(w, "%s\t", cell.Text)
		}
		fmt.Fprintf(w, " %s\n", strings.TrimSpace(d.Rows[i].Text))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, s := range d.Sentences() {
		fmt.Fprintln(out, s.Text)
	}
	return nil
}

// differenceCSV writes a row for each line that either dispatch executes. What a line does not have is empty.
func differenceCSV(out io.Writer, d *inside.Count) error {
	rows := [][]string{{"file", "line"}}
	for _, column := range inside.Columns {
		rows[0] = append(rows[0], column.Key())
	}
	for i, cells := range d.Cells() {
		r := d.Rows[i]
		if r.Executions == 0 {
			continue
		}
		row := []string{r.Line.File, strconv.Itoa(r.Line.Line)}
		for _, cell := range cells {
			text := ""
			if cell.Text != "" {
				text = strconv.FormatFloat(cell.Value, 'f', -1, 64)
			}
			row = append(row, text)
		}
		rows = append(rows, row)
	}
	return csv.NewWriter(out).WriteAll(rows)
}

// differenceRow is the difference of a line in JSON.
type differenceRow struct {
	Type    string             `json:"type"`
	Kernel  string             `json:"kernel"`
	File    string             `json:"file"`
	Line    int                `json:"line"`
	Columns map[string]float64 `json:"columns"`
}

func differenceJSON(out io.Writer, version string, d *inside.Count) error {
	lines := format.JSON(out)
	if err := lines.Encode(report.NewHead("inside", version)); err != nil {
		return err
	}
	for i, cells := range d.Cells() {
		r := d.Rows[i]
		if r.Executions == 0 {
			continue
		}
		row := differenceRow{"difference", d.Kernel, r.Line.File, r.Line.Line, map[string]float64{}}
		for k, cell := range cells {
			if cell.Text != "" {
				row.Columns[inside.Columns[k].Key()] = cell.Value
			}
		}
		if err := lines.Encode(row); err != nil {
			return err
		}
	}
	return nil
}
