package labs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/lab"
	"kernelscope/compute/simt"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/open/labload"
	"kernelscope/report"
)

// usualWidths are the numbers of lanes that devices have.
var usualWidths = []int{4, 8, 16, 32, 64}

// widthLine is how a lab ends on the interpreter with subgroups of some lanes. docs/json.md describes it.
type widthLine struct {
	Type    string   `json:"type"`
	Lanes   int      `json:"lanes"`
	Failed  string   `json:"failed,omitempty"`  // the check
	Reports []string `json:"reports,omitempty"` // of races and undefined behaviour
	Differs string   `json:"differs,omitempty"` // from the first width
}

// widthsOf runs a lab on the interpreter, with subgroups of each number of lanes, and compares the buffers at the end.
func widthsOf(ctx context.Context, l *lab.Lab, v compute.Values, widths []int) (out []widthLine, err error) {
	var first map[string][]uint32
	for _, width := range widths {
		line, end, err := atWidth(ctx, l, v, width)
		if err != nil {
			return nil, err
		}
		if end != nil && first != nil {
			line.Differs = difference(l.Buffers, [2]map[string][]uint32{first, end}, [2]string{fmt.Sprintf("at %d lanes", widths[0]), fmt.Sprintf("at %d", width)})
		}
		if len(out) == 0 {
			first = end
		}
		out = append(out, line)
	}
	return out, nil
}

// atWidth runs a lab with subgroups of some lanes. It returns the contents of the buffers, unless a check fails.
func atWidth(ctx context.Context, l *lab.Lab, v compute.Values, width int) (line widthLine, end map[string][]uint32, err error) {
	line = widthLine{Type: "width", Lanes: width}
	i := onsimt.New(width)
	i.Until, i.Machine.Observe = ctx, simt.Observe{Races: true, Uninitialized: true}
	end, err = l.Finish(ctx, i.Backend(), v)
	switch {
	case ctx.Err() != nil:
		return line, nil, ctx.Err()
	case errors.Is(err, fault.Wrong), errors.Is(err, simt.ErrSteps):
		line.Failed, end = err.Error(), nil
	case err != nil:
		return line, nil, err
	}
	for _, kernel := range i.Kernels() {
		for _, e := range i.Events[kernel] {
			line.Reports = append(line.Reports, kernel+": "+e.String())
		}
	}
	return line, end, nil
}

// checkWidths allows the numbers of lanes of a flag.
func checkWidths(widths []int) error {
	for _, w := range widths {
		if w < 1 || w > 128 || w&(w-1) != 0 {
			return cli.Usage("--widths has %d; subgroups have 1, 2, 4, … 128 lanes", w)
		}
	}
	return nil
}

// check runs a lab with its defaults at the usual widths, as 'run lab --widths' does.
func check(ctx context.Context, out io.Writer, path string, strict bool) (own bool, err error) {
	if !labload.Is(path) {
		return false, nil
	}
	l, err := labload.Read(ctx, path)
	if err == nil {
		err = mayRun(l)
	}
	if err != nil {
		return true, err
	}
	lines, err := widthsOf(ctx, l.Lab, nil, usualWidths)
	if err != nil {
		return true, err
	}
	if err := printWidths(out, l.Lab, lines); err != nil {
		return true, err
	}
	return true, failedWidths(lines, strict)
}

// failedWidths returns the first fault of the runs as an error: a failed check, or with strict anything that was reported, too.
func failedWidths(lines []widthLine, strict bool) error {
	for _, line := range lines {
		switch {
		case line.Failed != "":
			return fmt.Errorf("at %d lanes: %w: %s", line.Lanes, fault.Wrong, strings.TrimPrefix(line.Failed, fault.Wrong.Error()+": "))
		case strict && len(line.Reports) > 0:
			return fmt.Errorf("at %d lanes: %w: %s", line.Lanes, fault.Wrong, line.Reports[0])
		case strict && line.Differs != "":
			return fmt.Errorf("%w: it depends on the width of subgroups: %s", fault.Wrong, line.Differs)
		}
	}
	return nil
}

// printWidths prints a line a width, and each report once.
func printWidths(out io.Writer, l *lab.Lab, lines []widthLine) (err error) {
	var told []string
	for _, line := range lines {
		text := "no check"
		switch {
		case line.Failed != "":
			text = "failed"
		case len(l.Checks) > 0:
			text = format.Count(len(l.Checks), "check") + " passed"
		}
		if line.Differs != "" {
			text += "; " + line.Differs
		}
		if _, err := fmt.Fprintf(out, "%3d lanes: %s\n", line.Lanes, text); err != nil {
			return err
		}
		for _, r := range line.Reports {
			place, _, _ := strings.Cut(r, " (")
			if slices.Contains(told, place) {
				continue
			}
			told = append(told, place)
			if _, err := fmt.Fprintf(out, "           %s\n", r); err != nil {
				return err
			}
		}
	}
	return nil
}

// writeWidths writes the runs as JSON lines.
func writeWidths(out io.Writer, meta report.Meta, l *lab.Lab, v compute.Values, lines []widthLine) error {
	to := format.JSON(out)
	if err := to.Encode(metaLine{Meta: meta, Title: l.Title, Params: chosen(l.Parameters, l.Env(v))}); err != nil {
		return err
	}
	for _, line := range lines {
		if err := to.Encode(line); err != nil {
			return err
		}
	}
	return nil
}
