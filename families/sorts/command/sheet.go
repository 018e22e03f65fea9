package command

import (
	"fmt"
	"slices"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/sorting"
	"kernelscope/internal/format"
	"kernelscope/report"
)

// words are the nouns of rows of sorts.
var words = experiment.Words{
	Algorithm: "algorithm", Input: "key_type", Size: "n", Case: "size", Cases: "sizes", Rate: "keys_per_s",
	Columns: slices.Concat([]string{"algorithm", "key_type", "payload", "n"}, paramNames(), []string{"passes", "gpu_ms", "wall_ms", "moved_ms", "times_" + onHost, "times_" + onProcessors, "times_" + inCpp, "keys_per_s", "verified", "left_out"}),
	Absent:  map[string]string{"passes": "0"},
}

// paramNames lists the parameters of all sorts without repetition.
func paramNames() (names []string) {
	for _, a := range sorting.Algorithms() {
		for _, p := range a.Params() {
			if !slices.Contains(names, p.Name) {
				names = append(names, p.Name)
			}
		}
	}
	return names
}

// benchMeta describes the environment of the measurements.
type benchMeta struct {
	report.Meta
	Dist string  `json:"dist"`
	Seed uint64  `json:"seed"`
	Runs int     `json:"runs"`
	Copy float64 `json:"copy_bytes_per_s"` // of a copy, read and written together
}

// sheet returns the layout of rows of sorts.
func sheet(m benchMeta, bars bool, lists map[string][]uint32) report.Sheet {
	s := report.Sheet{
		Words:   words,
		Columns: []string{"algorithm", "key_type", "payload", "n", "params", "passes", "gpu_ms", "wall_ms", "moved_ms", "times_" + onHost, "times_" + onProcessors, "times_" + inCpp, "keys_per_s", "verified", "proof", "compiler", "left_out"},
		Goal:    m.goal,
		Line: func(r experiment.Row) string {
			line, with := m.line(r)+against(r), settingOf(r, lists)
			if compiler, ok := r.Labels["compiler"].(string); ok {
				line += "  " + compiler
			}
			switch {
			case with == "":
				return line
			case r.LeftOut != "":
				return line + " (" + with + ")"
			}
			return line + "  " + with
		},
		Head: fmt.Sprintf("%s, %s; a copy moves %s GB/s, read and written together\nmedians of %s; every result verified\n\n", m.Device, m.Driver, format.Short(m.Copy/1e9), format.Count(m.Runs, "run")),
	}
	if bars {
		s.Head += fmt.Sprintf("%-26s %18s %9s %6s %11s %11s %8s  %s\n", "work", "bar (H200)", "reached", "", "GPU ms", "wall ms", "of copy", "settings")
	} else {
		s.Head += fmt.Sprintf("%-13s %-14s %11s %7s %11s %11s %10s %8s\n", "algorithm", "keys", "number", "passes", "GPU ms", "wall ms", "keys/s", "of copy")
	}
	return s
}

// against returns the speedups of a row over the sorts of the host, for the sort alone and with
// transfers, if the row was compared with them.
func against(r experiment.Row) (text string) {
	moved, _ := r.Fact("moved_ms")
	for _, name := range hostSorts {
		if times, ok := r.Fact("times_" + name); ok {
			text += fmt.Sprintf("  %s × %s, %s with transfers", format.Short(times), name, format.Short(times*r.Wall/(r.Wall+moved)))
		}
	}
	return text
}

// settingOf formats the values of the given parameters.
func settingOf(r experiment.Row, lists map[string][]uint32) string {
	s, err := cli.Named("-a", r.Algorithm, sorters())
	if err != nil {
		return ""
	}
	given := compute.Values{}
	for name := range lists {
		given[name] = r.Values[name]
	}
	return cli.InWords(s, given)
}

// keysName names keys with or without values.
func keysName(keys string, payload bool) string {
	if payload {
		return keys + " + payload"
	}
	return keys
}

// formatOf returns the format of a row's array.
func formatOf(r experiment.Row) sorting.Format {
	t, _ := TypeOf("--types", r.Input) // the type of a row is valid
	payload, _ := r.Labels["payload"].(bool)
	return sorting.Format{Type: t, Payload: payload}
}

// ofCopy returns the rate at which a sort reads and writes each key once, relative to a copy.
func (m benchMeta) ofCopy(r experiment.Row) string {
	return fmt.Sprintf("%.1f %%", 100*r.Rate()*float64(2*arrayBytes(formatOf(r)))/m.Copy)
}

func (m benchMeta) line(r experiment.Row) string {
	line := fmt.Sprintf("%-13s %-14s %11s", r.Algorithm, keysName(r.Input, formatOf(r).Payload), format.Power(r.Size))
	if r.LeftOut != "" {
		return line + "  left out: " + r.LeftOut
	}
	passes, gpu, share := "-", "-", "-"
	if s, err := cli.Named("-a", r.Algorithm, sorters()); err == nil && !s.onHost() {
		n, _ := r.Fact("passes")
		passes, gpu, share = fmt.Sprint(n), fmt.Sprintf("%.3f", r.GPU), m.ofCopy(r)
	}
	line = fmt.Sprintf("%s %7s %11s %11.3f %10s %8s", line, passes, gpu, r.Wall, format.Rate(r.Rate()), share)
	if r.Labels["proof"] == lastDigit {
		line += "  wrong: in order of its last digit;"
	}
	return line
}

func (m benchMeta) goal(r experiment.Row, g experiment.Goal) string {
	line := fmt.Sprintf("%-26s %18s", g.Work, g.Wanted())
	if r.LeftOut != "" {
		return line + "  left out: " + r.LeftOut
	}
	settings := r.Algorithm
	if s, err := cli.Named("goals.csv", r.Algorithm, sorters()); err == nil && len(r.Values) > 0 {
		settings += ": " + cli.InWords(s, r.Values)
	}
	return fmt.Sprintf("%s %9s %6s %11.3f %11.3f %8s  %s", line, format.Short(g.Reached), g.Verdict(), r.GPU, r.Wall, m.ofCopy(r), settings)
}
