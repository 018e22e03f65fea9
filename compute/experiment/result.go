package experiment

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"kernelscope/compute"
	"kernelscope/fault"
	"kernelscope/scene/graph"
)

// Place says where and how an experiment was carried out.
type Place struct {
	Version string    `json:"version"`
	Device  string    `json:"device"`
	Driver  string    `json:"driver"`
	Host    string    `json:"host"` // system and processors
	Map     string    `json:"map"`
	Weight  string    `json:"weight"` // time or length
	Command string    `json:"command"`
	Date    time.Time `json:"date"`
}

// Result is an experiment with what it has measured.
type Result struct {
	Place Place `json:"place"`
	Plan  Plan  `json:"plan"`
	Rows  []Row `json:"rows"`
	// Whole is set when the plan was carried out to its end.
	Whole bool `json:"whole"`
}

// Method says how the numbers came to be.
func (r *Result) Method() string {
	p := r.Plan
	s := fmt.Sprintf("%s for each Dijkstra rank", count(p.Queries, "query", "queries"))
	if p.Work == ToAll {
		s = fmt.Sprintf("%s to all", count(p.Queries, "search from a random node", "searches from random nodes"))
	}
	s += fmt.Sprintf(", seed %d. ", p.Seed) + p.turns()
	if p.Repetitions > 1 {
		s += fmt.Sprintf("; of %d repetitions the median counts", p.Repetitions)
	}
	if p.Kind != Efficiency {
		s += ". Wall time includes submission"
	}
	if p.Kind == Throughput {
		s += ", but not reading the distances"
	}
	s += ". Every distance verified with Dijkstra's algorithm."
	if !r.Whole {
		s += fmt.Sprintf(" Not carried out to its end: %s so far.", count(len(r.Rows), "row", "rows"))
	}
	return s
}

// turns says in which order settings are measured.
func (p Plan) turns() string {
	if p.Kind == Throughput {
		return "Settings take turns on all queries in random order. Searches at once share the time of their batch, which is made once before to warm up"
	}
	return "Settings take turns on each query in random order, each after a run to warm up"
}

func count(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// Where names device, driver, date and command.
func (r *Result) Where() string {
	w := r.Place
	s := w.Device
	if w.Driver != "" {
		s += ", driver " + w.Driver
	}
	s += ", " + w.Date.Format("2006-01-02")
	if w.Command != "" {
		s += ": " + w.Command
	}
	return s
}

// document is a result in a JSON file, with the summaries for other readers.
type document struct {
	Type string `json:"type"`
	*Result
	Summary []Summary `json:"summary"`
}

const documentType = "kernelscope experiment"

// Summaries are those of the kind of experiment.
func (r *Result) Summaries() []Summary {
	switch r.Plan.Kind {
	case Rank, Efficiency:
		return r.Plan.ByRank(r.Rows)
	case Scale:
		return r.Plan.ByMap(r.Rows)
	}
	return r.Plan.BySetting(r.Rows)
}

// WriteJSON writes everything, for ReadJSON and for other programs.
func (r *Result) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(document{documentType, r, r.Summaries()})
}

// ReadJSON reads what WriteJSON wrote. Errors wrap fault.Input.
func ReadJSON(in io.Reader) (*Result, error) {
	d := document{Result: &Result{}}
	if err := json.NewDecoder(in).Decode(&d); err != nil {
		return nil, fmt.Errorf("%w: %v", fault.Input, err)
	}
	if d.Type != documentType {
		return nil, fmt.Errorf("%w: this is no experiment of this program: its type is %q", fault.Input, d.Type)
	}
	if err := d.Plan.Check(); err != nil {
		return nil, fmt.Errorf("%w: %v", fault.Input, err)
	}
	for i, row := range d.Rows {
		if row.Setting < Reference || row.Setting >= len(d.Plan.Settings) {
			return nil, fmt.Errorf("%w: row %d is of setting %d, but there are %d", fault.Input, i, row.Setting, len(d.Plan.Settings))
		}
	}
	return d.Result, nil
}

// columns of a CSV file before and behind those of the parameters.
var (
	columnsBefore = []string{"map", "nodes", "edges", "setting", "algorithm"}
	columnsBehind = []string{"query", "source", "target", "rank", "repetition", "at_once", "wall_ms", "gpu_ms", "rounds", "phases", "relaxed", "dijkstra_relaxed", "efficiency", "verified"}
)

// WriteCSV writes a line for each row, with a column for each parameter that some
// row has.
func (r *Result) WriteCSV(w io.Writer) error {
	var params []string
	for _, row := range r.Rows {
		for name := range row.Values {
			if !slices.Contains(params, name) {
				params = append(params, name)
			}
		}
	}
	slices.Sort(params)
	out := csv.NewWriter(w)
	_ = out.Write(slices.Concat(columnsBefore, params, columnsBehind)) // Flush returns what failed
	for _, row := range r.Rows {
		line := []string{row.Map, fmt.Sprint(row.Nodes), fmt.Sprint(row.Edges), fmt.Sprint(row.Setting), row.Algorithm}
		for _, name := range params {
			text := ""
			if v, ok := row.Values[name]; ok {
				text = fmt.Sprint(v)
			}
			line = append(line, text)
		}
		target := "all"
		if row.Target != graph.NoNode {
			target = fmt.Sprint(row.Target)
		}
		exact := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
		_ = out.Write(append(line, fmt.Sprint(row.Query), fmt.Sprint(row.Source), target, fmt.Sprint(row.Rank), fmt.Sprint(row.Repetition), fmt.Sprint(max(1, row.AtOnce)), exact(row.Wall), exact(row.GPU),
			fmt.Sprint(row.Rounds), fmt.Sprint(row.Phases), fmt.Sprint(row.Relaxed), fmt.Sprint(row.Dijkstra),
			strconv.FormatFloat(float64(row.Dijkstra)/float64(max(1, row.Relaxed)), 'f', 4, 64), fmt.Sprint(row.Verified)))
	}
	out.Flush()
	return out.Error()
}

// Words lists values as name and number, in the order of names.
func Words(names []string, v compute.Values) string {
	var words []string
	for _, n := range names {
		if x, ok := v[n]; ok {
			words = append(words, fmt.Sprintf("%s %d", n, x))
		}
	}
	return strings.Join(words, ", ")
}
