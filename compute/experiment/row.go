package experiment

import (
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"

	"kernelscope/compute"
	"kernelscope/compute/timing"
	"kernelscope/internal/format"
)

// Row is one measured case of one setting, or the reason why it was left out.
type Row struct {
	Input string `json:"input"` // name: of a map, of a type of keys
	Size  int    `json:"size"`  // nodes, keys, elements

	Setting   int            `json:"setting"` // index, or Reference
	Algorithm string         `json:"algorithm"`
	Values    compute.Values `json:"values"` // in use, none left to be chosen

	Case       int `json:"case"`            // number in this input
	Group      int `json:"group,omitempty"` // that the case belongs to; zero for none
	Repetition int `json:"repetition"`

	AtOnce int     `json:"at_once,omitempty"` // concurrent cases, of whose time this one has an equal share
	Wall   float64 `json:"wall_ms"`           // from the start to knowing the end
	GPU    float64 `json:"gpu_ms"`            // by timestamps on the device; zero on the host

	Facts    []compute.Fact `json:"facts,omitempty"`
	Labels   map[string]any `json:"labels,omitempty"` // words, and yes or no
	Verified bool           `json:"verified"`
	LeftOut  string         `json:"left_out,omitempty"` // why there are no times
}

// Fact returns the value of a fact, and whether the row has it.
func (r Row) Fact(name string) (v float64, ok bool) {
	for _, f := range r.Facts {
		if f.Name == name {
			return f.Value, true
		}
	}
	return 0, false
}

// State adds a fact.
func (r *Row) State(name string, value float64) {
	r.Facts = append(r.Facts, compute.Fact{Name: name, Value: value})
}

// Measured sets the times of a row that was verified, in whole nanoseconds, as files have them: a chart that is drawn again
// from a file is the same.
func (r *Row) Measured(t timing.Times) {
	whole := func(ms float64) float64 { return math.Round(1e6*ms) / 1e6 }
	r.GPU, r.Wall, r.Verified = whole(t.GPU), whole(t.Wall), true
}

// Rate is how much of the input is worked on a second; zero without times.
func (r Row) Rate() float64 {
	if r.Wall == 0 {
		return 0
	}
	return timing.Times{GPU: r.GPU, Wall: r.Wall}.Rate(r.Size)
}

// efficiency is the share of what was done that had to be done.
func (w Words) efficiency(r Row) float64 {
	done, _ := r.Fact(w.Done)
	needed, _ := r.Fact(w.Needed)
	return needed / max(1, done)
}

// Cell is what a row has in a column, and nil if it has nothing there.
func (w Words) Cell(r Row, column string) any {
	switch column {
	case w.Algorithm:
		return r.Algorithm
	case w.Input:
		return r.Input
	case w.Size:
		return r.Size
	case w.Group:
		return r.Group
	case w.Case:
		return r.Case
	case w.Rate:
		return unlessZero(r.Rate())
	case "setting":
		return r.Setting
	case "params":
		return r.Values
	case "repetition":
		return r.Repetition
	case "at_once":
		return max(1, r.AtOnce)
	case "wall_ms":
		return unlessZero(r.Wall)
	case "gpu_ms":
		return unlessZero(r.GPU)
	case "efficiency":
		return w.efficiency(r)
	case "verified":
		if r.LeftOut != "" {
			return nil // there is no result
		}
		return r.Verified
	case "left_out":
		return r.LeftOut
	}
	if x, ok := r.Labels[column]; ok {
		return x
	}
	if x, ok := r.Fact(column); ok {
		return x
	}
	if x, ok := r.Values[column]; ok && x != 0 {
		if w.Choices[column] != nil {
			return w.Value(column, x)
		}
		return x
	}
	return nil
}

func unlessZero(x float64) any {
	if x == 0 {
		return nil
	}
	return x
}

// Text writes what a row has in a column of a CSV file.
func (w Words) Text(r Row, column string) string {
	switch x := w.Cell(r, column).(type) {
	case nil:
		return w.Absent[column]
	case float64:
		if column == "efficiency" || column == speed {
			return strconv.FormatFloat(x, 'f', 4, 64)
		}
		if x == float64(int64(x)) {
			return strconv.FormatInt(int64(x), 10)
		}
		return strconv.FormatFloat(x, 'g', -1, 64)
	default:
		return fmt.Sprint(x)
	}
}

// columns are the columns of some rows, where each parameter has its own, and each fact that only
// some rows have.
func (w Words) columns(rows []Row) (out []string) {
	params, more := map[string]bool{}, map[string]bool{}
	for _, row := range rows {
		for name := range row.Values {
			params[name] = true
		}
		for _, f := range row.Facts {
			if !slices.Contains(w.Columns, f.Name) {
				more[f.Name] = true
			}
		}
	}
	for _, column := range w.Columns {
		switch column {
		case "params":
			out = append(out, slices.Sorted(maps.Keys(params))...)
		case "more":
			out = append(out, slices.Sorted(maps.Keys(more))...)
		default:
			out = append(out, column)
		}
	}
	return out
}

// WriteCSV writes a line for each row, with a column for each parameter that some
// row has, and of relative plans one for the speed.
func (r *Result) WriteCSV(w io.Writer) error {
	words, rows := r.Plan.Words, r.Rows
	columns := words.columns(rows)
	if r.Plan.Kind == Relative {
		rows, columns = r.Plan.withSpeeds(rows), append(columns, speed)
	}
	out := csv.NewWriter(w)
	_ = out.Write(columns) // Flush returns what failed
	for _, row := range rows {
		var line []string
		for _, column := range columns {
			line = append(line, format.Cell(words.Text(row, column)))
		}
		_ = out.Write(line)
	}
	out.Flush()
	return out.Error()
}
