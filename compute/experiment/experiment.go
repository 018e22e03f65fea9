// Package experiment measures subjects of any family: settings of algorithms over
// inputs that can be prepared, run and verified. A plan is carried out row by row, so
// that a command can run it to its end and a window can draw the rows so far. Rows
// become summaries, tables, CSV and JSON files, and are compared with goals. The package depends
// on no family and no device, and draws nothing.
package experiment

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"kernelscope/compute"
	"kernelscope/internal/shard"
)

// Kind is a question that an experiment answers.
type Kind string

const (
	// Sweep asks which parameters are best: time and efficiency over a grid.
	Sweep Kind = "sweep"
	// Rank asks how long a case takes by the group that it belongs to: for searches
	// the Dijkstra rank of the target.
	Rank Kind = "rank"
	// Relative asks how fast a case is compared with the reference on the host, or, where
	// that is not measured, with the setting that is best in its group.
	Relative Kind = "relative"
	// Efficiency asks how much is done for each unit of what must be done, by group.
	Efficiency Kind = "efficiency"
	// Scale asks how long it takes by the size of the input.
	Scale Kind = "scale"
	// Throughput asks how long a case takes by how many run concurrently.
	Throughput Kind = "throughput"
)

// Kinds lists the experiments.
var Kinds = []Kind{Sweep, Rank, Relative, Efficiency, Scale, Throughput}

// Order says which rows follow each other.
type Order string

const (
	// Turns lets all settings take turns on each case, in another order each time,
	// since a device's clock drifts.
	Turns Order = ""
	// Listed runs cases and settings in the order in which they are listed.
	Listed Order = "listed"
)

// Setting is an algorithm with its parameters. Values of zero are chosen by the
// algorithm.
type Setting struct {
	Algorithm string         `json:"algorithm"`
	Title     string         `json:"title"`
	Values    compute.Values `json:"values"`
	// Auto is set if all values are those that the algorithm chooses itself.
	Auto bool `json:"auto,omitempty"`
	// Level counts the grids of a search for settings, each finer than the one
	// before; at the last one the best setting runs against the automatic one. Only
	// settings of one level have run at the same time.
	Level int `json:"level,omitempty"`
	// AtOnce is how many cases run concurrently; zero for one after the other, by the
	// ordinary form of the algorithm.
	AtOnce int `json:"at_once,omitempty"`
}

// Reference stands in rows for the reference on the host, in the place of a setting.
const Reference = -1

// Plan is an experiment that can be carried out again.
type Plan struct {
	Kind     Kind      `json:"kind"`
	Settings []Setting `json:"settings"` // measured in turn
	Axes     []string  `json:"axes,omitempty"`
	// Panels is a parameter that has a heat map for each of its values.
	Panels      string `json:"panels,omitempty"`
	Work        Work   `json:"work"`
	Queries     int    `json:"queries"` // for each group, or in all
	Repetitions int    `json:"repetitions"`
	Seed        uint64 `json:"seed"`
	// Reference measures the reference on the host as well.
	Reference bool  `json:"reference"`
	Order     Order `json:"order,omitempty"`
	// Limit, unless it is zero, is how long a run may take: a setting ends where a larger
	// case would take longer. Cases must be listed from small to large.
	Limit time.Duration `json:"limit_ns,omitempty"`
	Words Words         `json:"words"`
	// Part, unless it is the whole, selects the settings that are measured. The reference belongs
	// to the first part.
	Part shard.Part `json:"part,omitzero"`
}

// Measures reports whether a setting, or Reference, is one of the plan's part.
func (p Plan) Measures(setting int) bool { return p.Part.Has(max(0, setting)) }

// Work says which cases there are. Families declare theirs.
type Work string

// Words are how a family speaks of what it measures. Those for columns are keys of CSV
// and JSON files too.
type Words struct {
	Algorithm string `json:"algorithm"` // column of the algorithm
	Input     string `json:"input"`     // column of the input: "map"
	Size      string `json:"size"`      // column of its size: "nodes"
	Group     string `json:"group"`     // column of the group of a case: "rank"
	Case      string `json:"case"`      // column of the case: "query"
	Cases     string `json:"cases"`     // several of them: "queries"
	Rate      string `json:"rate"`      // column of the size over the time: "keys_per_s"

	Steps  string `json:"steps"`  // fact that counts steps: "rounds"
	Done   string `json:"done"`   // fact that counts the work done: "relaxed"
	Needed string `json:"needed"` // fact that counts what must be done: "dijkstra_relaxed"
	Things string `json:"things"` // noun of both counts, and the fact that counts them in an input: "edges"

	GroupTitle  string `json:"group_title"`   // "Dijkstra rank"
	AtOnceTitle string `json:"at_once_title"` // "concurrent searches"
	DoneTitle   string `json:"done_title"`    // of done over needed: "edges relaxed / Dijkstra's"
	Reference   string `json:"reference"`     // title of the reference
	Method      string `json:"method"`        // which cases there are: "10 queries for each Dijkstra rank"
	Verified    string `json:"verified"`      // how rows are verified, in a sentence

	// Columns are the columns of CSV files: the ones above, names of facts and labels, and
	// setting, params (a column each), repetition, at_once, wall_ms, gpu_ms,
	// efficiency, verified, left_out and more (a column for each other fact).
	Columns []string `json:"columns"`
	// Absent stands in CSV files for facts that a row does not have.
	Absent map[string]string `json:"absent,omitempty"`
	// Units are the units of parameters, as axes name them.
	Units map[string]string `json:"units,omitempty"`
	// Choices are the names of the values of parameters that have names, from 1 on.
	Choices map[string][]string `json:"choices,omitempty"`
}

// Check finds what makes a plan impossible.
func (p Plan) Check() error {
	switch {
	case !slices.Contains(Kinds, p.Kind):
		return fmt.Errorf("experiment: there is no experiment %q", p.Kind)
	case len(p.Settings) == 0:
		return errors.New("experiment: there is nothing to measure")
	case p.Queries < 1 || p.Repetitions < 1:
		return fmt.Errorf("experiment: %d %s and %d repetitions; at least one of each is needed", p.Queries, p.Words.Cases, p.Repetitions)
	case p.Part.On() && p.Order == Listed:
		return errors.New("experiment: settings that are listed are not cut into parts")
	}
	return nil
}

// Update is how far an experiment is.
type Update struct {
	Row   *Row    // just measured; nil if something long goes on
	Share float64 // that is done, 0 to 1
	Doing string  // for people
	// Settings, if given, replace the plan's from now on: they include the ones before.
	Settings []Setting
}
