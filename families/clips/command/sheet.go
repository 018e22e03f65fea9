package command

import (
	"fmt"

	"kernelscope/compute/clip"
	"kernelscope/compute/experiment"
	"kernelscope/internal/format"
	"kernelscope/report"
)

// words are the nouns of rows of clips.
var words = experiment.Words{
	Algorithm: "form", Input: "shape", Size: "elements", Case: "size", Cases: "sizes", Rate: "elements_per_s",
	Columns: []string{"form", "shape", "boxes", "elements", "depth", clip.Workgroup, clip.Items, clip.Window, "partitions", "gpu_ms", "wall_ms", "elements_per_s", "verified", "left_out"},
}

// benchMeta describes the environment of the measurements.
type benchMeta struct {
	report.Meta
	Seed uint64 `json:"seed"`
	Runs int    `json:"runs"`
}

// sheet returns the layout of rows of clips.
func sheet(m benchMeta, f benchFlags) report.Sheet {
	s := report.Sheet{
		Words:   words,
		Columns: []string{"form", "shape", "boxes", "elements", "depth", "params", "partitions", "gpu_ms", "wall_ms", "elements_per_s", "verified", "left_out"},
		Line:    line, Goal: goalLine,
		Head: fmt.Sprintf("%s, %s\nmedians of %s; every result verified\n\n", m.Device, m.Driver, format.Count(m.Runs, "run")),
	}
	if !f.bars {
		s.Head += fmt.Sprintf("%s, %s\n%-9s %11s %9s %9s %6s %6s %10s %11s %11s %11s\n", f.shape, cut(f.boxes),
			"form", "elements", "depth", "workgroup", "items", "window", "partitions", "GPU ms", "wall ms", "elements/s")
	}
	return s
}

// cut names the results.
func cut(boxes bool) string {
	if boxes {
		return "links and boxes"
	}
	return "links"
}

func line(r experiment.Row) string {
	number := func(n uint32) string {
		if n == 0 {
			return "-"
		}
		return fmt.Sprint(n)
	}
	partitions, _ := r.Fact("partitions")
	depth, _ := r.Fact("depth")
	line := fmt.Sprintf("%-9s %11s %9s %9s %6s %6s %10s", r.Algorithm, format.Power(r.Size), number(uint32(depth)), number(r.Values[clip.Workgroup]), number(r.Values[clip.Items]), number(r.Values[clip.Window]), number(uint32(partitions)))
	if r.LeftOut != "" {
		return line + "  left out: " + r.LeftOut
	}
	return fmt.Sprintf("%s %11.3f %11.3f %11s", line, r.GPU, r.Wall, format.Rate(r.Rate()))
}

func goalLine(r experiment.Row, g experiment.Goal) string {
	line := fmt.Sprintf("%-12s %-12s %-9s %14s", g.Work, r.Input, r.Algorithm, g.Wanted())
	if r.LeftOut != "" {
		return line + "  left out: " + r.LeftOut
	}
	return fmt.Sprintf("%s %9s %6s %10.1f %10.1f  %s", line, format.Short(g.Reached), g.Verdict(), r.GPU*1e3, r.Wall*1e3, report.InOrder(r.Values))
}
