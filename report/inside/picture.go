package inside

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"kernelscope/report/chart"
)

// PictureWidth is the width of a picture in pixels of a plain display.
const PictureWidth = 1180

// shown is the least part of the cost that a line has in a picture.
const shown = 0.004

// Figure draws the lines of the source that cost something, with bars, and the workgroups. It is as tall as its charts.
func (c *Count) Figure() chart.Figure {
	f := chart.Figure{Title: c.Title()}
	var heading []string
	for _, x := range c.facts() {
		if c.difference != nil {
			x.Text = x.Name + ": " + x.Text
		} else if x.Name == "dispatch" || x.Name == "sample" {
			x.Text = x.Name + " " + x.Text
		}
		heading = append(heading, x.Text)
	}
	if c.difference == nil {
		heading = []string{strings.Join(heading, "   ·   ")}
	}
	f.Rows = [][]chart.Chart{{chart.Sentences{Lines: heading, Dim: true}}}
	var lines []string
	for _, s := range c.Sentences() {
		lines = append(lines, "• "+s.Text)
	}
	if len(lines) > 0 {
		f.Rows = append(f.Rows, []chart.Chart{chart.Sentences{Lines: lines}})
	}
	f.Rows = append(f.Rows, []chart.Chart{c.listing()})
	if c.difference == nil {
		f.Rows = append(f.Rows, []chart.Chart{c.strip()})
	}
	if c.Command != "" {
		f.Rows = append(f.Rows, []chart.Chart{chart.Sentences{Lines: []string{c.Command}, Dim: true, Mono: true}})
	}
	if c.difference != nil {
		f.Note = fmt.Sprintf("The second minus the first, costs in percent of all of the first, counted by an interpreter. Orange is worse, blue is better. "+
			"Left out are lines that %s.", c.leftOut(fmt.Sprintf("make less than %.1f %% of the difference", 100*shown)))
		return f
	}
	counted := "Counted by an interpreter, not measured."
	if c.Device != nil {
		counted = "Counted: " + c.Device.String() + "."
	}
	f.Note = fmt.Sprintf("%s The five most expensive lines are marked. Left out are lines that %s. Orange: there is something to gain.",
		counted, c.leftOut(fmt.Sprintf("make less than %.1f %% of the cost, but for barriers", 100*shown)))
	return f
}

// leftOut says which lines a picture leaves out.
func (c *Count) leftOut(cheap string) string {
	if c.Dear > 0 {
		return "cost less"
	}
	return cheap
}

// strip shows the workgroups.
func (c *Count) strip() *chart.Strip {
	places, together := c.Places(4096)
	strip := &chart.Strip{Title: "Workgroups", Note: c.GridText()}
	if together > 1 {
		strip.Note += fmt.Sprintf("; a square is the longest of %d", together)
	}
	if len(places) > 1 {
		for _, p := range places {
			strip.Values, strip.Texts = append(strip.Values, float64(p.Heat)/100), append(strip.Texts, p.Title)
		}
	}
	return strip
}

// widths of the columns of a picture, in pixels.
var widths = []float64{62, 74, 58, 58, 44, 56, 92, 62, 60}

// shows reports whether a picture shows a line.
func (c *Count) shows(r Row) bool {
	if dear := c.Dearest(c.Dear); len(dear) > 0 {
		return r.Cost >= c.Rows[dear[len(dear)-1]].Cost
	}
	return r.Cost > 0 && (r.Barriers > 0 || float64(r.Cost) >= shown*float64(c.Cost()))
}

// Numbers returns the columns that have numbers in some rows, and the greatest number of each column; of percents, but for the cost, it
// is 100.
func (c *Count) Numbers(cells [][]Cell, shows func(Row) bool) (columns []int, greatest []float64) {
	greatest = make([]float64, len(Columns))
	for k, column := range Columns {
		for i, r := range c.Rows {
			if x := cells[i][k]; x.Text != "" && shows(r) {
				greatest[k] = max(greatest[k], math.Abs(x.Value))
			}
		}
		if greatest[k] > 0 {
			columns = append(columns, k)
			if column.percent && k > 0 {
				greatest[k] = 100
			}
		}
	}
	return columns, greatest
}

// listing returns the lines that cost something, with the columns that have numbers.
func (c *Count) listing() *chart.Listing {
	l := &chart.Listing{}
	cells := c.Cells()
	columns, greatest := c.Numbers(cells, c.shows)
	for _, k := range columns {
		l.Columns = append(l.Columns, chart.ListingColumn{Name: Columns[k].Name, Width: widths[k]})
	}
	dearest, file := c.Dearest(5), ""
	for i, r := range c.Rows {
		if !c.shows(r) {
			continue
		}
		if r.Line.File != file {
			file = r.Line.File
			l.Lines = append(l.Lines, chart.ListingLine{Text: file})
		}
		line := chart.ListingLine{Number: fmt.Sprint(r.Line.Line), Text: r.Text, Marked: slices.Contains(dearest, i), Under: fmt.Sprintf("%v: %s", r.Line, r.Text)}
		for _, k := range columns {
			x := cells[i][k]
			cell := chart.ListingCell{Text: x.Text, Heat: math.Abs(x.Heat), Plain: x.Quantity || x.Heat < 0}
			if x.Text != "" {
				cell.Bar = math.Abs(x.Value) / greatest[k]
			}
			line.Cells = append(line.Cells, cell)
		}
		l.Lines = append(l.Lines, line)
	}
	return l
}
