package experiment

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// Table is a result as text, for terminals and pages.
type Table struct {
	Columns []string
	Rows    [][]string
	Best    int // number of the best row, or -1
}

// Table tells the result in a line for each setting, group or input.
func (r *Result) Table() Table {
	words := r.Plan.Words
	switch r.Plan.Kind {
	case Rank:
		return r.pivot(r.Plan.ByGroup(r.Rows), []string{words.Group, words.Cases}, groupCells, r.Plan.timeColumns, timeCells)
	case Relative:
		return r.relative()
	case Efficiency:
		return r.pivot(r.Plan.ByGroup(r.Rows), []string{words.Group, words.Cases}, groupCells, r.Plan.workColumns, workCells)
	case Scale:
		return r.pivot(r.Plan.ByInput(r.Rows), words.inputColumns(), words.inputCells, r.Plan.timeColumns, timeCells)
	case Throughput:
		return r.rates()
	}
	return r.list()
}

// list has a line for each setting, with its parameters in columns.
func (r *Result) list() Table {
	params, words := r.Plan.Params(), r.Plan.Words
	t := Table{Columns: append(slices.Clone(params), words.Cases, "mean ms", "median ms", "q1 to q3", "GPU ms", words.Steps, "efficiency", "verified"), Best: -1}
	best, _ := r.Plan.Best(r.Rows)
	for i, s := range r.Plan.BySetting(r.Rows) {
		var line []string
		for _, p := range params {
			line = append(line, words.Value(p, s.Values[p]))
		}
		if s.Setting == best.Setting {
			t.Best = i
		}
		t.Rows = append(t.Rows, append(line, fmt.Sprint(s.Cases), fixed(s.Wall.Mean), fixed(s.Wall.Median), between(s.Wall), fixed(s.GPU.Mean),
			fmt.Sprintf("%.1f", s.Steps), fixed(s.Efficiency), fmt.Sprintf("%d of %d", s.Verified, s.Rows)))
	}
	return t
}

// rates has a line for each setting, with what the cases took on the average.
func (r *Result) rates() Table {
	words := r.Plan.Words
	t := Table{Columns: []string{words.Algorithm, "concurrent", words.Cases, "ms a " + words.Case, "GPU ms", words.Cases + "/s", words.Steps, "efficiency", "verified"}, Best: -1}
	best, _ := r.Plan.Best(r.Rows)
	for i, s := range r.Plan.BySetting(r.Rows) {
		if s.Setting == best.Setting {
			t.Best = i
		}
		name, atOnce := words.Reference, "1"
		if s.Setting != Reference {
			name = r.Plan.Alone(s.Setting)
			if n := r.Plan.Settings[s.Setting].AtOnce; n > 0 {
				atOnce = fmt.Sprint(n)
			} else {
				name += ", one at a time"
			}
		}
		t.Rows = append(t.Rows, []string{name, atOnce, fmt.Sprint(s.Cases), fmt.Sprintf("%.4f", s.Wall.Mean), fmt.Sprintf("%.4f", s.GPU.Mean),
			fmt.Sprintf("%.0f", 1000/s.Wall.Mean), fmt.Sprintf("%.1f", s.Steps), fixed(s.Efficiency), fmt.Sprintf("%d of %d", s.Verified, s.Rows)})
	}
	return t
}

// Params are the parameters of the settings: the axes first, then by name.
func (p Plan) Params() (names []string) {
	for _, s := range p.Settings {
		for name := range s.Values {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		at := func(n string) int {
			if i := slices.Index(p.Axes, n); i >= 0 {
				return i
			}
			return len(p.Axes)
		}
		if at(a) != at(b) {
			return at(a) - at(b)
		}
		return strings.Compare(a, b)
	})
	return names
}

func fixed(v float64) string { return fmt.Sprintf("%.3f", v) }
func between(s Stat) string  { return fixed(s.Low) + " to " + fixed(s.High) }
func groupCells(s Summary) []string {
	return []string{fmt.Sprint(s.Group), fmt.Sprint(s.Cases)}
}

// inputColumns say how large an input is; where the family counts things that are done,
// how many of these it has too.
func (w Words) inputColumns() []string {
	if w.Things == "" {
		return []string{w.Input, w.Size}
	}
	return []string{w.Input, w.Size, w.Things}
}

func (w Words) inputCells(s Summary) []string {
	cells := []string{s.Input, fmt.Sprint(s.Size)}
	if w.Things != "" {
		cells = append(cells, w.Text(s.First, w.Things))
	}
	return cells
}

func (p Plan) timeColumns(i int) []string {
	columns := []string{p.Name(i) + " ms", "q1 to q3"}
	if i != Reference {
		columns = append(columns, "GPU ms")
	}
	return columns
}

func timeCells(s Summary) []string {
	cells := []string{fixed(s.Wall.Median), between(s.Wall)}
	if s.Setting != Reference {
		cells = append(cells, fixed(s.GPU.Median))
	}
	return cells
}

// relative has a line for each group: the best setting, and the speed of each setting.
func (r *Result) relative() Table {
	words, all := r.Plan.Words, r.Plan.Relatives(r.Rows)
	best := map[int]Summary{}
	for _, s := range all {
		if b, ok := best[s.Group]; !ok || s.Wall.Median < b.Wall.Median {
			best[s.Group] = s
		}
	}
	first := func(s Summary) []string {
		b := best[s.Group]
		return append(groupCells(s), b.Name, fixed(b.Wall.Median))
	}
	columns := func(i int) []string { return []string{r.Plan.Name(i), "q1 to q3"} }
	cells := func(s Summary) []string { return []string{fixed(s.Speed.Median), between(*s.Speed)} }
	return r.pivot(all, []string{words.Group, words.Cases, "best", "ms"}, first, columns, cells)
}

func (p Plan) workColumns(i int) []string {
	return []string{p.Name(i) + " " + p.Words.Things, "q1 to q3"}
}
func workCells(s Summary) []string { return []string{fixed(s.Work.Median), between(s.Work)} }

// pivot has a line for each group or input, with some columns for each setting.
func (r *Result) pivot(all []Summary, first []string, firstCells func(Summary) []string, columns func(int) []string, cells func(Summary) []string) Table {
	t := Table{Columns: first, Best: -1}
	series := r.Plan.Series() // the reference is what others are compared with
	if r.Plan.Kind == Efficiency || r.Plan.Kind == Relative {
		series = slices.DeleteFunc(series, func(i int) bool { return i == Reference })
	}
	for _, i := range series {
		t.Columns = append(t.Columns, columns(i)...)
	}
	for len(all) > 0 {
		head := all[0]
		line := firstCells(head)
		here := func(s Summary) bool { return s.Group == head.Group && s.Input == head.Input }
		for _, i := range series {
			at := slices.IndexFunc(all, func(s Summary) bool { return here(s) && s.Setting == i })
			if at < 0 {
				line = append(line, make([]string, len(columns(i)))...)
				continue
			}
			line = append(line, cells(all[at])...)
		}
		t.Rows = append(t.Rows, line)
		all = slices.DeleteFunc(all, here)
	}
	return t
}

// Write prints a table in columns.
func (t Table) Write(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, line := range append([][]string{t.Columns}, t.Rows...) {
		fmt.Fprintln(w, strings.Join(line, "\t")+"\t")
	}
	return w.Flush()
}
