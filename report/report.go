// Package report writes results and measurements: tables for people, JSON lines and CSV for
// programs, routes for maps. It does not depend on families; each declares its rows and columns.
package report

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"

	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/internal/format"
)

// Schema is the version of JSON lines.
const Schema = format.Schema

// Head begins the first JSON line of a command.
type Head struct {
	Type    string `json:"type"`
	Schema  int    `json:"schema"`  // Schema
	Version string `json:"version"` // version of the program
}

// NewHead returns the head of a line of some type.
func NewHead(kind, version string) Head { return Head{kind, Schema, version} }

// NewMeta returns the environment of the results.
func NewMeta(version, device, driver string) Meta {
	return Meta{Head: NewHead("meta", version), Device: device, Driver: driver}
}

// Checked returns a value for JSON: null unless a check was requested.
func Checked[T any](asked bool, x T) *T {
	if !asked {
		return nil
	}
	return &x
}

// Meta describes the environment of the results, and begins the first JSON line.
type Meta struct {
	Head          // of type "meta"
	Device string `json:"device"`
	Driver string `json:"driver"`
	Host   string `json:"host,omitempty"` // if relevant
}

// Format is the format of rows.
type Format int

// The forms.
const (
	Text Format = iota // a table for people
	JSON               // JSON lines
	CSV                // comma-separated values
)

// FormOf returns the format that flags select, Text by default.
func FormOf(asJSON, asCSV bool) Format {
	switch {
	case asJSON:
		return JSON
	case asCSV:
		return CSV
	}
	return Text
}

// Sheet is a family's declaration of its rows: words, whose Columns are the columns of CSV; columns
// of JSON lines; and the lines of a table.
type Sheet struct {
	Words   experiment.Words
	Columns []string // of JSON lines; parameters are an object
	Head    string   // start of a table
	Line    func(experiment.Row) string
	// Goal writes a row with a goal; nil without goals.
	Goal func(experiment.Row, experiment.Goal) string
}

// Rows writes rows as they are measured.
type Rows struct {
	Sheet
	form Format
	out  io.Writer
	csv  *csv.Writer // nil unless CSV

	kept, goals [][]string // for Save
}

// NewRows writes the environment, the names of columns or the head of a table.
func NewRows(out io.Writer, form Format, meta any, s Sheet) (*Rows, error) {
	r := &Rows{Sheet: s, form: form, out: out}
	switch form {
	case JSON:
		return r, format.JSON(out).Encode(meta)
	case CSV:
		r.csv = csv.NewWriter(out)
		return r, r.csv.Write(s.Words.Columns)
	}
	_, err := io.WriteString(out, s.Head)
	return r, err
}

// Row writes a row.
func (r *Rows) Row(row experiment.Row) error {
	r.kept = append(r.kept, r.cells(row))
	switch r.form {
	case JSON:
		return r.object("row", row, nil)
	case CSV:
		return r.csv.Write(r.cells(row))
	}
	_, err := fmt.Fprintln(r.out, r.Line(row))
	return err
}

// All writes the rows of an experiment as they are measured, and returns them.
func (r *Rows) All(updates iter.Seq2[experiment.Update, error]) (rows []experiment.Row, err error) {
	for u, err := range updates {
		if err != nil {
			return rows, err
		}
		if u.Row == nil {
			continue
		}
		rows = append(rows, *u.Row)
		if err := r.Row(*u.Row); err != nil {
			return rows, err
		}
	}
	return rows, r.End()
}

// Goal writes a row with its goal, as a JSON line or in a table.
func (r *Rows) Goal(row experiment.Row, g experiment.Goal) error {
	r.goals = append(r.goals, goal(row, g))
	if r.form == JSON {
		return r.object("goal", row, g)
	}
	_, err := fmt.Fprintln(r.out, r.Sheet.Goal(row, g))
	return err
}

// Remark writes a line between the rows of a table.
func (r *Rows) Remark(text string) error {
	if r.form != Text {
		return nil
	}
	_, err := fmt.Fprintln(r.out, text)
	return err
}

// End writes the remaining lines.
func (r *Rows) End() error {
	if r.csv == nil {
		return nil
	}
	r.csv.Flush()
	return r.csv.Error()
}

// object writes a JSON line with the non-empty columns of a row, and the fields of more unless it
// is nil.
func (r *Rows) object(kind string, row experiment.Row, more any) error {
	line := fmt.Appendf(nil, `{"type":%q`, kind)
	for _, column := range r.Columns {
		x := r.Words.Cell(row, column)
		if v, ok := x.(compute.Values); x == nil || x == "" || ok && len(v) == 0 {
			continue
		}
		b, err := json.Marshal(x)
		if err != nil {
			return err
		}
		name := strings.ReplaceAll(column, "-", "_")
		if column == r.Words.Algorithm {
			name = "algorithm"
		}
		line = append(fmt.Appendf(line, `,%q:`, name), b...)
	}
	if more != nil {
		b, err := json.Marshal(more)
		if err != nil {
			return err
		}
		line = append(append(line, ','), b[1:len(b)-1]...)
	}
	_, err := r.out.Write(append(format.RoundJSON(line), "}\n"...))
	return err
}

// InOrder formats parameters in the order of their names.
func InOrder(v compute.Values) string {
	var words []string
	for _, name := range slices.Sorted(maps.Keys(v)) {
		words = append(words, fmt.Sprintf("%s %d", name, v[name]))
	}
	return strings.Join(words, ", ")
}
