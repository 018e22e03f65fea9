package sorts

import (
	"fmt"

	"kernelscope/chart"
	"kernelscope/compute/experiment"
	"kernelscope/compute/sorting"
	"kernelscope/format"
	"kernelscope/report"
)

// words are how rows of sorts are spoken of.
var words = experiment.Words{
	Algorithm: "algorithm", Input: "key_type", Size: "n", Case: "size", Cases: "sizes", Rate: "keys_per_s",
	Columns: []string{"algorithm", "key_type", "payload", "n", "passes", "gpu_ms", "wall_ms", "keys_per_s", "verified", "left_out"},
	Absent:  map[string]string{"passes": "0"},
}

// benchMeta is the environment of measured sorts.
type benchMeta struct {
	report.Meta
	Dist string  `json:"dist"`
	Seed uint64  `json:"seed"`
	Runs int     `json:"runs"`
	Copy float64 `json:"copy_bytes_per_s"` // read and written, of a copy
}

// sheet is how rows of sorts look.
func sheet(m benchMeta, bars bool) report.Sheet {
	s := report.Sheet{
		Words:   words,
		Columns: []string{"algorithm", "key_type", "payload", "n", "params", "passes", "gpu_ms", "wall_ms", "keys_per_s", "verified", "proof", "left_out"},
		Line:    m.line, Goal: m.goal,
		Head: fmt.Sprintf("%s, %s; a copy moves %s GB/s, read and written together\nmedians of %d runs; every result verified\n\n", m.Device, m.Driver, format.Short(m.Copy/1e9), m.Runs),
	}
	if bars {
		s.Head += fmt.Sprintf("%-26s %18s %9s %6s %11s %11s %8s  %s\n", "work", "bar (H200)", "reached", "", "GPU ms", "wall ms", "of copy", "settings")
	} else {
		s.Head += fmt.Sprintf("%-13s %-14s %11s %7s %11s %11s %10s %8s\n", "algorithm", "keys", "number", "passes", "GPU ms", "wall ms", "keys/s", "of copy")
	}
	return s
}

// keysName writes what is sorted.
func keysName(keys string, payload bool) string {
	if payload {
		return keys + " + payload"
	}
	return keys
}

// formatOf returns what a row has sorted.
func formatOf(r experiment.Row) sorting.Format {
	t, _ := TypeOf("--types", r.Input) // rows have types only
	payload, _ := r.Labels["payload"].(bool)
	return sorting.Format{Type: t, Payload: payload}
}

// ofCopy is the share of a copy's speed at which a sort reads and writes each key
// once.
func (m benchMeta) ofCopy(r experiment.Row) string {
	return fmt.Sprintf("%.1f %%", 100*r.Rate()*float64(2*arrayBytes(formatOf(r)))/m.Copy)
}

func (m benchMeta) line(r experiment.Row) string {
	line := fmt.Sprintf("%-13s %-14s %11s", r.Algorithm, keysName(r.Input, formatOf(r).Payload), format.Power(r.Size))
	if r.LeftOut != "" {
		return line + "  left out: " + r.LeftOut
	}
	passes, gpu, share := "-", "-", "-"
	if r.Algorithm != onHost {
		n, _ := r.Fact("passes")
		passes, gpu, share = fmt.Sprint(n), fmt.Sprintf("%.3f", r.GPU), m.ofCopy(r)
	}
	return fmt.Sprintf("%s %7s %11s %11.3f %10s %8s", line, passes, gpu, r.Wall, format.Rate(r.Rate()), share)
}

func (m benchMeta) goal(r experiment.Row, g experiment.Goal) string {
	line := fmt.Sprintf("%-26s %18s", g.Work, g.Wanted())
	if r.LeftOut != "" {
		return line + "  left out: " + r.LeftOut
	}
	settings := r.Algorithm
	if with := report.InOrder(r.Values); with != "" {
		settings += ": " + with
	}
	return fmt.Sprintf("%s %9s %6s %11.3f %11.3f %8s  %s", line, format.Short(g.Reached), g.Verdict(), r.GPU, r.Wall, m.ofCopy(r), settings)
}

// figureOf is the chart: keys a second over their number, a part for each type.
func figureOf(p plan, m benchMeta, all []experiment.Row) chart.Figure {
	value := ""
	if p.flags.payload {
		value = " and its value"
	}
	f := chart.Figure{
		Title: "Sorts by the number of keys, " + m.Device,
		Note: fmt.Sprintf("Keys: %s; medians of %d runs after warming up, every result verified. GPU time of all passes; of %s, the time of one processor.\n"+
			"Ceiling: each key%s read once and written once, at the %s GB/s (read and written together) of a kernel that copies four words an invocation.\n%s; %s; %s",
			m.Dist, m.Runs, onHost, value, format.Short(m.Copy/1e9), m.Driver, m.Host, m.Version),
	}
	for _, t := range p.types {
		keys := sorting.Format{Type: t, Payload: p.flags.payload}
		name := keysName(t.String(), keys.Payload)
		l := &chart.Lines{Title: name, XLabel: "keys", YLabel: "keys a second"}
		least, most := 0.0, 0.0
		for _, s := range p.sorters {
			line := chart.Line{Name: s.Name()}
			for _, r := range all {
				if r.LeftOut != "" || r.Algorithm != s.Name() || r.Input != t.String() {
					continue
				}
				text := fmt.Sprintf("%s, %s × %s: %s keys/s", s.Name(), format.Thousands(r.Size), name, format.Rate(r.Rate()))
				line.Points = append(line.Points, chart.At(float64(r.Size), r.Rate(), text))
				if least == 0 || float64(r.Size) < least {
					least = float64(r.Size)
				}
				most = max(most, float64(r.Size))
			}
			l.Series = append(l.Series, line)
		}
		ceiling := m.Copy / float64(2*arrayBytes(keys))
		top := chart.Line{Name: fmt.Sprintf("ceiling by copy, %s keys/s", format.Rate(ceiling)), Reference: true}
		top.Points = []chart.Point{chart.At(least, ceiling, top.Name), chart.At(most, ceiling, top.Name)}
		l.Series = append(l.Series, top)
		f.Rows = append(f.Rows, []chart.Chart{l})
	}
	return f
}
