package inside

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"path"
	"slices"
	"strings"

	"kernelscope/internal/format"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// pageData is what the page shows.
type pageData struct {
	Title, Command, Version string
	Facts                   []fact
	Sentences               []Sentence
	Columns                 []Column
	Rows                    []pageRow
	Places                  []Square // workgroups, or neighbouring ones together
	Together                int      // workgroups of a place
	Grid                    string   // the numbers of the strip
	Spread                  bool
	Events                  []Event
	Compared                bool
}

type fact struct{ Name, Text string }

// Square is one or more workgroups of the strip.
type Square struct {
	First, Last int // among the workgroups that were executed
	Heat        int // percent
	Title       string
}

type pageRow struct {
	Index, Line int
	File, ID    string
	Base        string
	Begins      bool // the rows of another file
	Filled      bool // it begins rows, and some have code
	Text        string
	Depth       int
	Code        bool
	Dear        int // its place among the dearest lines, from 1, or 0
	Cells       []pageCell
	Points      string // of the sparkline, in a field of 100 by 20
}

type pageCell struct {
	Text, Sort string
	Heat       int // percent, of magnitude if columns are subtracted
	Less       bool
}

// HTML writes a page that needs nothing else: the source as a heat map whose rows sort by column.
func (c *Count) HTML(w io.Writer) error {
	d := pageData{Title: c.Title(), Command: c.Command, Version: c.Version, Facts: c.facts(), Sentences: c.Sentences(), Columns: Columns, Events: c.Events, Compared: c.difference != nil}
	d.Places, d.Together = c.Places(4096)
	d.Grid = c.GridText()
	d.Rows = c.pageRows(c.Cells())
	for i, at := range c.Dearest(5) {
		d.Rows[at].Dear = i + 1
	}
	d.Spread = slices.ContainsFunc(d.Rows, func(r pageRow) bool { return r.Points != "" })
	return page.Execute(w, d)
}

// Title names the dispatch, and of a difference what it is between.
func (c *Count) Title() string {
	if c.difference != nil {
		return c.difference.title
	}
	return fmt.Sprintf("%s, step %d", c.Kernel, c.Step)
}

// Head describes the grid, the subgroups and the model, in a line.
func (c *Count) Head() string {
	var parts []string
	for _, f := range c.facts() {
		if f.Name != "dispatch" && f.Name != "sample" {
			parts = append(parts, f.Text)
		}
	}
	return strings.Join(parts, "  ·  ")
}

// facts are the heading of pages and pictures.
func (c *Count) facts() []fact {
	if c.difference != nil {
		return c.difference.facts
	}
	grid := format.Plural(c.Grid.X*c.Grid.Y, "workgroup", "workgroups") + fmt.Sprintf(" of %d invocations", c.Grid.Size)
	counter := "interpreter"
	if c.Device != nil {
		counter = c.Device.String()
	}
	facts := []fact{
		{"dispatch", fmt.Sprintf("%d of %d", c.Dispatch, c.Dispatches)},
		{"grid", grid},
		{"width", fmt.Sprintf("subgroups of %d lanes", c.Width)},
		{"device", counter + "; model: 32-byte sectors, 32 banks"},
	}
	if c.Sample != nil {
		facts = append(facts, fact{"sample", c.SampleText()})
	}
	return facts
}

// SampleText says which workgroups were executed.
func (c *Count) SampleText() string {
	if c.Sample == nil {
		return "all workgroups"
	}
	s := fmt.Sprintf("%s of %s workgroups", format.Thousands(len(c.Sample)), format.Thousands(c.Grid.X*c.Grid.Y))
	if len(c.Sample) > 1 {
		s += fmt.Sprintf(": %d, %d, … %d", c.Sample[0], c.Sample[1], c.Sample[len(c.Sample)-1])
	}
	return s
}

// GridText says how equal the workgroups are.
func (c *Count) GridText() string {
	longest := slices.Max(append([]int64{0}, c.Lengths...))
	if c.Groups() < 2 {
		return fmt.Sprintf("one, of %s instructions", format.Thousands(longest))
	}
	return fmt.Sprintf("longest %s instructions, %.2f × the mean; with %d in execution together, %.0f %% of the time is idle at the end",
		format.Thousands(longest), c.Imbalance(), Slots, 100*c.Tail())
}

// Places groups workgroups so that there are at most n places. A place is as hot as its longest workgroup.
func (c *Count) Places(n int) (places []Square, together int) {
	longest := slices.Max(append([]int64{1}, c.Lengths...))
	together = max(1, (len(c.Lengths)+n-1)/n)
	first := 0
	for part := range slices.Chunk(c.Lengths, together) {
		most := slices.Max(part)
		p := Square{first, first + len(part) - 1, int(100 * most / longest), fmt.Sprintf("workgroup %d: %s instructions", c.Number(first), format.Thousands(most))}
		if len(part) > 1 {
			p.Title = fmt.Sprintf("workgroups %d to %d: at most %s instructions", c.Number(first), c.Number(first+len(part)-1), format.Thousands(most))
		}
		places = append(places, p)
		first += len(part)
	}
	return places, together
}

// Number returns the number in the grid of a workgroup that was executed.
func (c *Count) Number(i int) int {
	if c.Sample != nil {
		return c.Sample[i]
	}
	return i
}

// pageRows returns the rows of the table.
func (c *Count) pageRows(cells [][]Cell) []pageRow {
	rows := make([]pageRow, len(c.Rows))
	file, begun := "", 0
	for i, r := range c.Rows {
		p := pageRow{
			Index: i, Line: r.Line.Line, File: r.Line.File, Begins: r.Line.File != file, Text: r.Text, Depth: r.Depth, Code: r.Executions > 0 || r.Instructions > 0,
			ID: fmt.Sprintf("%s-%d", r.Line.File, r.Line.Line), Points: points(r.Spread),
		}
		p.Base = path.Base(r.Line.File)
		if p.Begins {
			begun = i
		}
		rows[begun].Filled = rows[begun].Filled || p.Code
		p.Filled = p.Filled || p.Begins && p.Code
		file = r.Line.File
		for _, x := range cells[i] {
			cell := pageCell{Text: x.Text, Heat: int(100 * math.Abs(x.Heat)), Less: x.Heat < 0 || x.Quantity}
			if x.Text != "" {
				cell.Sort = fmt.Sprintf("%g", x.Value)
			}
			p.Cells = append(p.Cells, cell)
		}
		rows[i] = p
	}
	return rows
}

// points draws numbers as a line in a field of 100 by 20.
func points(values []float64) string {
	if len(values) < 2 || slices.Max(values) == 0 {
		return ""
	}
	most := slices.Max(values)
	var b strings.Builder
	for i, v := range values {
		fmt.Fprintf(&b, "%.0f,%.1f ", 100*float64(i)/float64(len(values)-1), 19-18*v/most)
	}
	return strings.TrimSpace(b.String())
}
