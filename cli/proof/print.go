package proof

import (
	"fmt"
	"io"
	"strings"

	"kernelscope/compute/simt/schedule"
	"kernelscope/internal/format"
	"kernelscope/report"
)

// printer prints what trials find, and keeps it for a sheet.
type printer struct {
	out   io.Writer
	json  bool
	sheet *sheet
	// survivors are the mutants that no trial finds.
	survivors *sheet
}

// sheet is a table that --save writes.
type sheet [][]string

// Save writes the table.
func (s sheet) Save(w io.Writer, from report.Source) error { return from.Write(w, s) }

func (s *sheet) add(cells ...any) {
	var row []string
	for _, c := range cells {
		row = append(row, fmt.Sprint(c))
	}
	*s = append(*s, row)
}

// The JSON lines are described in docs/json.md.
type (
	trialsLine struct {
		Type       string  `json:"type"`
		Name       string  `json:"name"`
		Trials     int     `json:"trials"`
		Refused    int     `json:"refused"`
		Dispatches int     `json:"dispatches"`
		Choices    int     `json:"choices"`
		Seconds    float64 `json:"seconds"`
	}
	failureLine struct {
		Type        string `json:"type"`
		Name        string `json:"name"`
		Seed        uint64 `json:"seed"`
		Command     string `json:"command"`
		Schedule    string `json:"schedule"`
		Width       int    `json:"width"`
		Weak        bool   `json:"weak"`
		Wider       bool   `json:"wider"`
		Narrow      bool   `json:"narrow"`
		Hasty       bool   `json:"hasty"`
		Hardware    bool   `json:"hardware"`
		Kernel      string `json:"kernel"`
		Dispatch    int    `json:"dispatch"`
		Preemptions int    `json:"preemptions"`
		Text        string `json:"text"`
	}
)

// begin prints the first of JSON lines, or the heads of columns, if there are any.
func (p printer) begin(version string, hasColumns bool) error {
	if p.json {
		return format.JSON(p.out).Encode(report.NewHead("prove", version))
	}
	if !hasColumns {
		return nil
	}
	_, err := fmt.Fprintf(p.out, "%-16s %8s %8s %12s %14s %9s\n", "", "trials", "refused", "dispatches", "choices", "a minute")
	return err
}

func (p printer) lines(t tally) error {
	lines := format.JSON(p.out)
	err := lines.Encode(trialsLine{"trials", t.Name, t.Trials, t.Refused, t.Dispatches, t.Choices, t.Seconds})
	if err != nil || t.Failure == nil {
		return err
	}
	o := t.Failure.Outcome
	return lines.Encode(failureLine{"failure", t.Name, t.Failure.Seed, strings.Join(t.Failure.Command, " "), o.Schedule, o.Width, o.Weak, o.Wider, o.Narrow, o.Hasty, o.Hardware, o.Last, o.Dispatches,
		schedule.Preemptions(o.Choices), o.Err.Error()})
}

func (p printer) tally(t tally) error {
	fails := "no"
	if t.Failure != nil {
		fails = fmt.Sprintf("trial %d", t.Failure.Seed)
	}
	p.sheet.add(t.Name, t.Trials, t.Dispatches, t.Choices, int(60*float64(t.Trials)/t.Seconds), fails)
	if p.json {
		return p.lines(t)
	}
	_, err := fmt.Fprintf(p.out, "%-16s %8s %8s %12s %14s %9s\n", t.Name, format.Thousands(t.Trials), format.Thousands(t.Refused), format.Thousands(t.Dispatches), format.Thousands(t.Choices),
		format.Thousands(int(60*float64(t.Trials)/t.Seconds)))
	if err != nil || t.Failure == nil {
		return err
	}
	o := t.Failure.Outcome
	_, err = fmt.Fprintf(p.out, "  trial %d FAILS: %v\n  viewer run %s\n  %v; dispatch %d, %s\n", t.Failure.Seed, o.Err, strings.Join(t.Failure.Command, " "), o.Setting, o.Dispatches, o.Last)
	left := 8
	for i, c := range o.Choices {
		if err != nil || c == schedule.InOrder {
			continue
		}
		if left--; left < 0 {
			_, err = fmt.Fprintf(p.out, "  … %d choices more that are not in order\n", schedule.Preemptions(o.Choices[i:]))
			break
		}
		_, err = fmt.Fprintf(p.out, "  choice %d: workgroup %d, subgroup %d, for %d blocks\n", i, o.At[i].Workgroup, o.At[i].Subgroup, c.Blocks)
	}
	return err
}
