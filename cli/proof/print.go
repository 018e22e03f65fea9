package proof

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"kernelscope/compute/simt/schedule"
	"kernelscope/internal/format"
)

// printer prints what trials find.
type printer struct {
	out  io.Writer
	json bool
}

func (p printer) begin(version string) error {
	if p.json {
		return p.line(map[string]any{"type": "prove", "schema": format.Schema, "version": version})
	}
	_, err := fmt.Fprintf(p.out, "%-16s %8s %8s %12s %14s %9s\n", "", "trials", "refused", "dispatches", "choices", "a minute")
	return err
}

func (p printer) line(x map[string]any) error { return json.NewEncoder(p.out).Encode(x) }

func (p printer) tally(t tally) error {
	if p.json {
		err := p.line(map[string]any{"type": "trials", "name": t.Name, "trials": t.Trials, "refused": t.Refused, "dispatches": t.Dispatches, "choices": t.Choices, "seconds": t.Seconds})
		if err == nil && t.Failure != nil {
			o := t.Failure.Outcome
			err = p.line(map[string]any{
				"type": "failure", "name": t.Name, "seed": t.Failure.Seed, "command": strings.Join(t.Failure.Command, " "), "schedule": o.Schedule, "width": o.Width,
				"late": o.Late, "wider": o.Wider, "kernel": o.Last, "dispatch": o.Dispatches, "preemptions": schedule.Preemptions(o.Choices), "text": o.Err.Error(),
			})
		}
		return err
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
