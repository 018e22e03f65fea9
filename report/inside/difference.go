package inside

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"kernelscope/compute/simt"
	"kernelscope/internal/format"
)

// difference is what a difference of two counts shows.
type difference struct {
	title     string
	facts     []fact
	sentences []Sentence
	cells     [][]Cell
}

// Subtract returns a count of the second minus the first, column by column. The names say how they differ.
func Subtract(second, first *Count, secondName, firstName string) *Count {
	out := &Count{Kernel: second.Kernel, Step: second.Step, Version: second.Version, Command: second.Command}
	d := &difference{title: fmt.Sprintf("%s: %s − %s", second.Title(), secondName, firstName)}
	out.difference = d
	rows := map[simt.Line][2]Row{}
	for i, c := range []*Count{first, second} {
		name := []string{firstName, secondName}[i]
		d.facts = append(d.facts, fact{name, c.summary()})
		for _, s := range c.Sentences() {
			s.Text = name + ": " + s.Text
			d.sentences = append(d.sentences, s)
		}
		for _, r := range c.Rows {
			pair, ok := rows[r.Line]
			if !ok {
				out.Rows = append(out.Rows, Row{LineCount: simt.LineCount{Line: r.Line}, Text: r.Text, Depth: r.Depth})
			}
			pair[i] = r
			rows[r.Line] = pair
		}
	}
	d.facts = append(d.facts, fact{"device", "interpreter; model: 32-byte sectors, 32 banks"})
	for i := range out.Rows {
		r := &out.Rows[i]
		pair := rows[r.Line]
		r.Cost, r.Executions, r.Barriers = abs(pair[1].Cost-pair[0].Cost), pair[0].Executions+pair[1].Executions, pair[0].Barriers+pair[1].Barriers
		d.cells = append(d.cells, subtracted(pair, first, second))
	}
	d.heat()
	return out
}

// summary is a line about one of two counts.
func (c *Count) summary() string {
	f := c.facts()
	return fmt.Sprintf("%s, %s, %s, cost %s, the longest workgroup has %s instructions", f[1].Text, f[2].Text, c.SampleText(), format.Thousands(c.Cost()),
		format.Thousands(slices.Max(append([]int64{0}, c.Lengths...))))
}

// subtracted returns the cells of a line.
func subtracted(pair [2]Row, first, second *Count) []Cell {
	cells := make([]Cell, len(Columns))
	for k, column := range Columns {
		a, hasA := column.value(first, pair[0])
		b, hasB := column.value(second, pair[1])
		if k == 0 { // costs, in percent of all of the first
			b = 100 * of(pair[1].Cost, first.Cost())
		}
		if column.quantity && (hasA || hasB) || hasA && hasB {
			if !hasA {
				a = 0
			}
			if !hasB {
				b = 0
			}
			cells[k] = Cell{Value: b - a, Text: column.signed(b - a)}
		} else {
			cells[k] = Cell{Value: math.NaN()}
		}
	}
	return cells
}

// heat colours the cells by how much worse they are.
func (d *difference) heat() {
	for k, column := range Columns {
		greatest := 0.0
		for _, row := range d.cells {
			if row[k].Text != "" {
				greatest = max(greatest, math.Abs(row[k].Value))
			}
		}
		for _, row := range d.cells {
			if row[k].Text == "" || greatest == 0 || column.neutral {
				continue
			}
			row[k].Heat = row[k].Value / greatest
			if column.good {
				row[k].Heat = -row[k].Heat
			}
		}
	}
}

func abs(v int64) int64 { return max(v, -v) }

// signed writes a difference.
func (k Column) signed(v float64) string {
	magnitude := strings.Replace(k.text(math.Abs(v)), "<0.1", "0.0", 1)
	switch {
	case magnitude == "0" || v == 0:
		return "0"
	case v > 0:
		return "+" + magnitude
	}
	return "−" + magnitude
}

// Differs reports whether any column of a row does.
func (c *Count) Differs(row int) bool {
	return slices.ContainsFunc(c.Cells()[row], func(x Cell) bool { return x.Text != "" && x.Text != "0" })
}
