package experiment

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Units of goals: giga-things a second are to be reached, everything else is not to be
// exceeded.
const (
	PerSecond    = "G/s"
	Milliseconds = "ms"
)

// Goal is a work that is to take a certain time, with what was reached. Without a bar
// nothing is judged.
type Goal struct {
	Work    string  `json:"work"`
	Bar     float64 `json:"bar,omitempty"`
	Unit    string  `json:"unit"`
	Reached float64 `json:"reached,omitempty"`
	Met     *bool   `json:"met,omitempty"`
}

// NewGoal returns a goal of which nothing is reached.
func NewGoal(work string, bar float64, unit string) Goal {
	g := Goal{Work: work, Bar: bar, Unit: unit}
	if bar > 0 {
		g.Met = new(bool)
	}
	return g
}

// Reach says what was reached.
func (g *Goal) Reach(x float64) {
	g.Reached = x
	switch {
	case g.Met == nil:
	case g.Unit == PerSecond:
		*g.Met = x >= g.Bar
	default:
		*g.Met = x <= g.Bar
	}
}

// Wanted writes the bar.
func (g Goal) Wanted() string {
	sign := "≤"
	switch {
	case g.Met == nil:
		return g.Unit
	case g.Unit == PerSecond:
		sign = "≥"
	}
	return fmt.Sprintf("%s %g %s", sign, g.Bar, g.Unit)
}

// Verdict reports whether the goal is met; nothing where none is judged.
func (g Goal) Verdict() string {
	switch {
	case g.Met == nil:
		return ""
	case *g.Met:
		return "met"
	}
	return "missed"
}

// Record is a line of a data file, by the names of its columns.
type Record map[string]string

// Records reads an embedded data file: comma-separated values below a line of names.
// Lines that begin with # tell where the figures come from. A file that cannot be read
// is a mistake of the program, which panics.
func Records(text string) (out []Record) {
	r := csv.NewReader(strings.NewReader(text))
	r.Comment = '#'
	lines, err := r.ReadAll()
	if err != nil {
		panic(err)
	}
	for _, line := range lines[1:] {
		record := Record{}
		for i, name := range lines[0] {
			record[name] = line[i]
		}
		out = append(out, record)
	}
	return out
}

// Number returns a column as a number; zero if it is empty.
func (r Record) Number(column string) float64 {
	text, ok := r[column]
	if !ok {
		panic(fmt.Sprintf("experiment: there is no column %q", column))
	}
	if text == "" {
		return 0
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(err)
	}
	return x
}

// List returns a column as numbers, divided by blanks.
func (r Record) List(column string) (out []float64) {
	for text := range strings.FieldsSeq(r[column]) {
		out = append(out, Record{column: text}.Number(column))
	}
	return slices.Clip(out)
}
