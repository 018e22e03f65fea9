// Package passport has the command 'passport', which measures device behaviour that specifications leave open.
package passport

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/compute/litmus"
	"kernelscope/compute/passport"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/internal/output"
	"kernelscope/internal/source"
	"kernelscope/report"
)

// Document is a passport.
type Document struct {
	Head
	Rows []passport.Row
}

// Head says whose passport it is. It is the first JSON line.
type Head struct {
	report.Head
	Device string `json:"device"`
	Driver string `json:"driver"`
	Date   string `json:"date"`
}

// line is a row as a JSON line.
type line struct {
	Type string `json:"type"`
	passport.Row
}

// Command is the command 'passport'.
func Command(a *cli.App) *cobra.Command {
	var asJSON bool
	var page, against string
	var o passport.Options
	c := &cobra.Command{
		Use:   "passport",
		Short: "Measure how a device behaves where specifications leave it open, and look for faults of its driver",
		Long: `Measures device behaviour that specifications leave open: which workgroups proceed while others wait
for them, in which order memory is accessed (litmus tests), the widths of subgroups, the largest buffer,
and what loads, atomics, barriers and dispatches cost. It looks for faults: orders that Vulkan's memory
model forbids, loops that end early, wrong values after loops, false timestamps, and random kernels whose
results differ from the interpreter's. At the end it says which techniques are safe. It takes about two
minutes on a software device, less on a GPU.

Litmus tests count the outcomes of one run: an outcome that did not occur may still be possible.`,
		Example: "  viewer passport\n  viewer passport -o me.html\n  viewer passport --json > me.jsonl\n  viewer passport --against me.jsonl",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if o.Kernels < 1 || o.Litmus < 0 {
				return cli.Usage("--kernels is at least 1, and --instances is not negative")
			}
			var other Document
			if against != "" {
				var err error
				if other, err = Read(against); err != nil {
					return err
				}
			}
			d, info, err := a.BenchDevice()
			if err != nil {
				return err
			}
			defer d.Release()
			be, err := d.Backend()
			if err != nil {
				return err
			}
			show, stop := cli.ShowShare()
			o.Show = show
			rows, err := passport.Take(c.Context(), be, o)
			stop()
			if err != nil {
				return err
			}
			doc := Document{Head{report.NewHead("passport", a.Version), info.Name, info.Driver, time.Now().Format(time.DateOnly)}, rows}
			if page != "" {
				if err := output.File(page, func(w io.Writer) error { return writePage(w, doc, other) }); err != nil {
					return err
				}
			}
			if asJSON {
				return doc.WriteJSON(c.OutOrStdout())
			}
			return doc.writeText(c.OutOrStdout(), other)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON lines: passport, measured")
	c.Flags().StringVarP(&page, "output", "o", "", "also write a page to this HTML file")
	c.Flags().StringVar(&against, "against", "", "show the values of another passport, a file of --json, beside these")
	c.Flags().IntVar(&o.Kernels, "kernels", 200, "random kernels that are compared with the interpreter")
	c.Flags().IntVar(&o.Litmus, "instances", 0, "instances of each litmus test; 0 stands for 2^20, on software devices 2^16")
	cli.Writes(c, "output")
	return c
}

// WriteJSON writes a passport as JSON lines.
func (d Document) WriteJSON(w io.Writer) error {
	lines := format.JSON(w)
	if err := lines.Encode(d.Head); err != nil {
		return err
	}
	for _, r := range d.Rows {
		if err := lines.Encode(line{"measured", r}); err != nil {
			return err
		}
	}
	return nil
}

// Bounds of a passport that is read.
const (
	maxBytes = 1 << 20
	maxRows  = 1 << 10
)

// Read reads the passport that WriteJSON wrote.
func Read(path string) (d Document, err error) {
	in, err := source.OpenRegular(path)
	if err != nil {
		return d, source.Named(path, err)
	}
	defer in.Close()
	lines := json.NewDecoder(io.LimitReader(in, maxBytes))
	if err := lines.Decode(&d.Head); err != nil || d.Type != "passport" {
		return d, source.Named(path, fmt.Errorf("%w: line 1 does not begin a passport", fault.Input))
	}
	for lines.More() {
		var l line
		if err := lines.Decode(&l); err != nil || l.Type != "measured" || len(d.Rows) == maxRows {
			return d, source.Named(path, fmt.Errorf("%w: line %d is not a row of a passport", fault.Input, len(d.Rows)+2))
		}
		d.Rows = append(d.Rows, l.Row)
	}
	return d, nil
}

// of returns the row of a passport that has a name.
func (d Document) of(r passport.Row) (passport.Row, bool) {
	for _, x := range d.Rows {
		if x.Group == r.Group && x.Name == r.Name {
			return x, true
		}
	}
	return passport.Row{}, false
}

// text is what a row says.
func text(r passport.Row) string {
	if r.Text != "" {
		return r.Text
	}
	v := format.Short(r.Value)
	if r.Value == float64(int64(r.Value)) {
		v = format.Thousands(int64(r.Value))
	}
	if r.Unit == "" {
		return v
	}
	return v + " " + r.Unit
}

// orders says what a litmus test is, and joins its rows: those without order, with barriers of the device and of the workgroup.
func orders(rows []passport.Row) (out []passport.Row) {
	for _, r := range rows {
		name, order, ok := strings.Cut(r.Name, ", order: ")
		if !ok {
			out = append(out, r)
			continue
		}
		of, outcome, _ := strings.Cut(r.Unit, ": ")
		outcome, isForbidden := strings.CutSuffix(outcome, ", forbidden")
		count := format.Thousands(int64(r.Value))
		if isForbidden {
			count += " (forbidden)"
		}
		if n := len(out); n > 0 && strings.HasPrefix(out[n-1].Name, name+":") {
			out[n-1].Text += fmt.Sprintf("; %s: %s", order, count)
			if out[n-1].Fault == "" {
				out[n-1].Fault = r.Fault
			}
			continue
		}
		i := slices.IndexFunc(litmus.Tests, func(t litmus.Test) bool { return strings.HasPrefix(name, t.Name+",") })
		if i >= 0 {
			name += ": " + litmus.Tests[i].Code
		}
		r.Name, r.Text = name, fmt.Sprintf("%s in %s %s", outcome, count, of)
		out = append(out, r)
	}
	return out
}

// writeText writes the rows by group, beside the rows of another passport.
func (d Document) writeText(w io.Writer, other Document) error {
	fmt.Fprintf(w, "%s\n%s\n", d.Device, d.Driver)
	if len(other.Rows) > 0 {
		fmt.Fprintf(w, "against %s, %s, %s\n", other.Device, other.Driver, other.Date)
	}
	group := ""
	d.Rows, other.Rows = orders(d.Rows), orders(other.Rows)
	for _, r := range d.Rows {
		if r.Group != group {
			group = r.Group
			fmt.Fprintf(w, "\n%s\n", group)
		}
		line := fmt.Sprintf("  %-62s %s", r.Name, text(r))
		if x, ok := other.of(r); ok {
			line = fmt.Sprintf("%-124s | %s", line, text(x))
		}
		if r.Fault != "" {
			line += "\n    FAULT: " + r.Fault
		}
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}
