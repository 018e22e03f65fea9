//go:build duckdb

package database

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"kernelscope/compute/bfs"
	"kernelscope/compute/timing"
	"kernelscope/internal/format"
)

// Report describes the work of a statement's functions.
type Report struct {
	mu       sync.Mutex
	graphs   []GraphUse
	searches []Search // one for each pair of a function and a scheme

	err error // the first error, because DuckDB passes on only its text

	translated string // the statement with GRAPH_TABLE translated; empty without GRAPH_TABLE
}

// GraphUse describes how a statement obtained a graph.
type GraphUse struct {
	Table        string
	Nodes, Edges int
	Read         bool  // read from the table; otherwise the table was compared with the graph
	Uploaded     bool  // uploaded; otherwise it was on the device
	Bytes        int64 // on the device
	Took         time.Duration
}

// Search sums up the jobs of one function with one scheme.
type Search struct {
	Function string
	Scheme   string // scheme of package bfs, or a description of another search
	Why      string // reason for choosing the scheme in the last job
	Planned  bool   // planned but not run
	Jobs     int
	Pairs    int
	Columns  int // pairs answered from earlier jobs
	Sweeps   int
	Levels   int
	Bytes    int64 // greatest memory of a job on the device, including the graph
	Wall     time.Duration
}

// fail keeps an error and returns it to be passed to DuckDB.
func (r *Report) fail(err error) error {
	if err == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		r.err = err
	}
	return clean(err)
}

func (r *Report) use(g GraphUse) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.graphs = append(r.graphs, g)
}

// add adds a job.
func (r *Report) add(s Search) {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := slices.IndexFunc(r.searches, func(old Search) bool {
		return old.Function == s.Function && (old.Scheme == s.Scheme || s.Scheme == "")
	})
	if i < 0 {
		r.searches = append(r.searches, s)
		return
	}
	old := &r.searches[i]
	if old.Planned { // the run of this plan
		*old = s
		return
	}
	if s.Why != "" {
		old.Why = s.Why
	}
	old.Bytes = max(old.Bytes, s.Bytes)
	old.Jobs += s.Jobs
	old.Pairs += s.Pairs
	old.Columns += s.Columns
	old.Sweeps += s.Sweeps
	old.Levels += s.Levels
	old.Wall += s.Wall
}

// Graphs returns how the statement obtained its graphs.
func (r *Report) Graphs() []GraphUse {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.graphs)
}

// Searches returns the jobs of the statement, summed up by function and scheme.
func (r *Report) Searches() []Search {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.searches)
}

// Lines formats the report for people.
func (r *Report) Lines() (lines []string) {
	if r.translated != "" {
		lines = append(lines, "translated to "+strings.ReplaceAll(r.translated, "\n", " "))
	}
	for _, g := range r.Graphs() {
		lines = append(lines, g.String())
	}
	for _, s := range r.Searches() {
		lines = append(lines, s.String())
		if s.Why != "" {
			lines = append(lines, "    "+s.Why)
		}
	}
	return lines
}

// String formats the use for people.
func (g GraphUse) String() string {
	how := "on the device since an earlier query"
	switch {
	case g.Read:
		how = "read and uploaded"
	case g.Uploaded:
		how = "uploaded again"
	}
	return fmt.Sprintf("graph %s: %s, %s, %s; %s, ready after %s", g.Table, format.Count(g.Nodes, "node"), format.Count(g.Edges, "edge"), format.Bytes(g.Bytes), how,
		format.Milliseconds(timing.Milliseconds(g.Took)))
}

// String formats the search for people.
func (s Search) String() string {
	jobs := format.Count(s.Jobs, "job")
	if s.Planned {
		jobs = "planned"
	}
	parts := []string{s.Function + ": " + jobs}
	add := func(ok bool, text string, args ...any) {
		if ok {
			parts = append(parts, fmt.Sprintf(text, args...))
		}
	}
	add(s.Pairs > 0, "%s", format.Count(s.Pairs, "pair"))
	add(s.Columns > 0, "%s of them from columns", format.Thousands(s.Columns))
	add(s.Scheme != "", "scheme %s", s.Scheme)
	add(s.Sweeps > 0, "%s", format.Count(s.Sweeps, "sweep"))
	add(s.Levels > 0, "%s", format.Count(s.Levels, "level"))
	add(s.Bytes > 0, "%s on the device", format.Bytes(s.Bytes))
	add(!s.Planned, "%s", format.Milliseconds(timing.Milliseconds(s.Wall)))
	return strings.Join(parts, ", ")
}

// tell adds the statistics of a search of package bfs.
func (s *Search) tell(a *bfs.Answer) {
	s.Scheme, s.Why, s.Bytes = a.Scheme.Name(), a.Why, max(s.Bytes, a.Bytes)
	s.Sweeps += a.Sweeps
	s.Levels += a.Levels
	s.Wall += a.Wall
}
