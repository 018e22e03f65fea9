package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"time"

	"kernelscope/compute/experiment"
	"kernelscope/internal/format"
)

// Source says how figures were measured. It begins a sheet.
type Source struct {
	Command, Device, Driver string
	Date                    time.Time
	Version                 string // of the program
}

// Save writes the rows so far with the columns of CSV or, where rows have goals, the goals alone, as
// a sheet of docs/measured.
func (r *Rows) Save(w io.Writer, s Source) error {
	lines := append([][]string{r.Words.Columns}, r.kept...)
	if len(r.goals) > 0 {
		lines = append([][]string{{"work", "algorithm", "parameters", "goal", "reached", "unit", "GPU (ms)", "wall (ms)", "verdict"}}, r.goals...)
	}
	return s.Write(w, lines)
}

// Write writes a sheet: lines of its source, then a table.
func (s Source) Write(w io.Writer, lines [][]string) error {
	_, err := fmt.Fprintf(w, "# command: %s\n# device: %s\n# driver: %s\n# date: %s\n# commit: %s\n",
		s.Command, s.Device, s.Driver, s.Date.Format(time.DateOnly), s.Version)
	if err != nil {
		return err
	}
	return csv.NewWriter(w).WriteAll(lines)
}

// Table passes on the text of a command that prints one table in Markdown, and keeps it for Save.
type Table struct {
	Out  io.Writer
	text strings.Builder
}

// Write writes to Out.
func (t *Table) Write(text []byte) (int, error) {
	t.text.Write(text)
	return t.Out.Write(text)
}

// Save writes the table so far as a sheet of docs/measured.
func (t *Table) Save(w io.Writer, s Source) error {
	var lines [][]string
	for line := range strings.Lines(t.text.String()) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "| ") {
			cells := strings.Split(strings.Trim(strings.ReplaceAll(line, "**", ""), "|"), "|")
			for i := range cells {
				cells[i] = strings.TrimSpace(cells[i])
			}
			lines = append(lines, cells)
		}
	}
	return s.Write(w, lines)
}

// cells are the columns of CSV of a row.
func (r *Rows) cells(row experiment.Row) (cells []string) {
	for _, column := range r.Words.Columns {
		cells = append(cells, format.Cell(r.Words.Text(row, column)))
	}
	return cells
}

// goal are the cells of a row with its goal.
func goal(row experiment.Row, g experiment.Goal) []string {
	algorithm, wanted, reached := row.Algorithm, "", row.LeftOut
	if algorithm == "" {
		algorithm = experiment.Words{}.Text(row, "scheme")
	}
	if g.Met != nil {
		wanted = g.Wanted()
	}
	if row.LeftOut == "" {
		reached = format.Short(g.Reached)
	}
	return []string{g.Work, algorithm, InOrder(row.Values), wanted, reached, g.Unit, format.Short(row.GPU), format.Short(row.Wall), g.Verdict()}
}
