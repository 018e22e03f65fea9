package experiment

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"kernelscope/compute"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
)

// Origin says where and how an experiment was carried out.
type Origin struct {
	Version string    `json:"version"`
	Device  string    `json:"device"`
	Driver  string    `json:"driver"`
	Host    string    `json:"host"`             // system and processors
	CPU     string    `json:"cpu,omitempty"`    // its model
	Clocks  string    `json:"clocks,omitempty"` // of the device and the host, where they are known
	Go      string    `json:"go,omitempty"`     // version of the compiler
	Input   string    `json:"input"`
	Metric  string    `json:"metric"` // minimized quantity, such as time or length; empty if there is none
	Command string    `json:"command"`
	Date    time.Time `json:"date"`
	// Opens are the words of a command line by which the window opens the input; nil if it
	// shows none.
	Opens []string `json:"opens,omitempty"`
	// Of a part of an experiment, the checksum of the graph, and the command of all parts.
	Graph string `json:"graph_sha256,omitempty"`
	Whole string `json:"whole_command,omitempty"`
}

// Result is an experiment with what it has measured.
type Result struct {
	Origin Origin `json:"place"`
	Plan   Plan   `json:"plan"`
	Rows   []Row  `json:"rows"`
	// Whole is set when the plan was carried out to its end.
	Whole bool `json:"whole"`
}

// Sort puts rows that were measured in parts in order: by input, as they first appear, case,
// repetition and setting.
func Sort(rows []Row) {
	inputs := map[string]int{} // by their first row
	for _, row := range rows {
		if _, ok := inputs[row.Input]; !ok {
			inputs[row.Input] = len(inputs)
		}
	}
	slices.SortStableFunc(rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(inputs[a.Input], inputs[b.Input]), cmp.Compare(a.Case, b.Case), cmp.Compare(a.Repetition, b.Repetition), cmp.Compare(a.Setting, b.Setting))
	})
}

// Method says how the numbers came to be.
func (r *Result) Method() string {
	p := r.Plan
	s := fmt.Sprintf("%s, seed %d. ", p.Words.Method, p.Seed)
	if levels, settings, cases := r.searched(); levels > 0 {
		s = fmt.Sprintf("A search on %d grids: %s on at most %s. ", levels, format.Count(settings, "setting"), format.Plural(cases, p.Words.Case, p.Words.Cases))
	}
	s += p.turns()
	if p.Repetitions > 1 {
		s += fmt.Sprintf("; of %d repetitions the median counts", p.Repetitions)
	}
	if p.Kind != Efficiency {
		s += ". Wall time includes submission"
	}
	if p.Kind == Relative {
		s += ". Speeds are relative to " + p.Than()
	}
	if p.Kind == Throughput {
		s += ", but not reading the results"
	}
	s += ". " + p.Words.Verified
	if !r.Whole {
		s += fmt.Sprintf(" Not completed: %s so far.", format.Count(len(r.Rows), "row"))
	}
	return s
}

// searched returns the grids of a search for settings, the settings on them, and the most cases that one was
// measured on; zeros for other experiments.
func (r *Result) searched() (levels, settings, most int) {
	cases := map[int]map[int]bool{}
	for _, row := range r.Rows {
		if row.Setting == Reference {
			continue
		}
		levels = max(levels, r.Plan.level(row))
		if cases[row.Setting] == nil {
			cases[row.Setting] = map[int]bool{}
		}
		cases[row.Setting][row.Case] = true
		most = max(most, len(cases[row.Setting]))
	}
	if levels > 0 {
		levels++
	}
	return levels, len(cases), most
}

// Window is the command that shows the best setting in the window, or the first one where none is
// best; empty if no window shows it.
func (r *Result) Window() string {
	if r.Origin.Opens == nil || len(r.Plan.Settings) == 0 {
		return ""
	}
	s := r.Plan.Settings[0]
	if best, ok := r.Plan.Best(r.Rows); ok && best.Setting != Reference {
		s = r.Plan.Settings[best.Setting]
	}
	words := append(slices.Clone(r.Origin.Opens), "--algorithm="+s.Algorithm)
	for _, name := range slices.Sorted(maps.Keys(s.Values)) {
		if x := s.Values[name]; x != 0 {
			words = append(words, "--"+name+"="+r.Plan.Words.Value(name, x))
		}
	}
	return format.Shell(words)
}

// turns says in which order settings are measured.
func (p Plan) turns() string {
	if p.Kind == Throughput {
		return fmt.Sprintf("Settings take turns on all %s in random order. Concurrent ones share the time of their batch, which first runs once to warm up", p.Words.Cases)
	}
	return fmt.Sprintf("Settings take turns on each %s in random order, each after a run to warm up", p.Words.Case)
}

// Where names device, driver, date and command.
func (r *Result) Where() string {
	w := r.Origin
	s := w.Device
	if w.Driver != "" {
		s += ", driver " + w.Driver
	}
	if !w.Date.IsZero() {
		s += ", " + w.Date.Format("2006-01-02")
	}
	if w.Command != "" {
		s += ": " + w.Command
	}
	return s
}

// document is a result in a JSON file, with the summaries for other readers.
type document struct {
	Type   string `json:"type"`
	Schema int    `json:"schema"`
	*Result
	Summary []Summary `json:"summary"`
}

const documentType = "kernelscope experiment"

// Summaries returns the summaries of the kind of experiment.
func (r *Result) Summaries() []Summary {
	switch r.Plan.Kind {
	case Rank, Efficiency:
		return r.Plan.ByGroup(r.Rows)
	case Relative:
		return r.Plan.Relatives(r.Rows)
	case Scale:
		return r.Plan.ByInput(r.Rows)
	}
	return r.Plan.BySetting(r.Rows)
}

// WriteJSON writes everything, for ReadJSON and for other programs.
func (r *Result) WriteJSON(w io.Writer) error {
	e := format.JSON(w)
	e.SetIndent("", " ")
	return e.Encode(document{documentType, format.Schema, r, r.Summaries()})
}

// ReadJSON reads what WriteJSON wrote. Errors wrap fault.Input.
func ReadJSON(in io.Reader) (*Result, error) {
	d := document{Result: &Result{}}
	if err := json.NewDecoder(in).Decode(&d); err != nil {
		return nil, fmt.Errorf("%w: %v", fault.Input, err)
	}
	if d.Type != documentType {
		return nil, fmt.Errorf("%w: this is not an experiment of this program: its type is %q", fault.Input, d.Type)
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

// InWords lists values as name and value, in the order of Params.
func (p Plan) InWords(v compute.Values) string {
	var words []string
	for _, name := range p.Params() {
		if x, ok := v[name]; ok {
			words = append(words, name+" "+p.Words.Value(name, x))
		}
	}
	return strings.Join(words, ", ")
}

// Value writes the value of a parameter.
func (w Words) Value(name string, x uint32) string {
	names := w.Choices[name]
	switch {
	case x == 0:
		return "auto"
	case int(x) <= len(names):
		return names[x-1]
	}
	return fmt.Sprint(x)
}
