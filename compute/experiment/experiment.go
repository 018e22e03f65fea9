// Package experiment measures searches: over a grid of parameters, by Dijkstra
// rank, by the size of the map. A plan is carried out row by row, so that a
// command can run it to its end and a window can draw what is there so far. Every
// answer is verified by the oracle. It draws nothing and knows no device.
package experiment

import (
	"errors"
	"fmt"
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/sssp"
)

// ErrWrong is wrapped by errors of answers that the oracle refutes.
var ErrWrong = errors.New("verification failed")

// Kind is a question that an experiment answers.
type Kind string

const (
	// Sweep asks which parameters are best: time and efficiency over a grid.
	Sweep Kind = "sweep"
	// Rank asks how long a query takes by the Dijkstra rank of its target: how
	// many nodes Dijkstra's algorithm settles before it.
	Rank Kind = "rank"
	// Efficiency asks how many edges are relaxed for each that Dijkstra's
	// algorithm relaxes, by rank.
	Efficiency Kind = "efficiency"
	// Scale asks how long a search takes by the size of the map.
	Scale Kind = "scale"
	// Throughput asks how long a query takes by how many are made at once.
	Throughput Kind = "throughput"
)

// Kinds lists the experiments.
var Kinds = []Kind{Sweep, Rank, Efficiency, Scale, Throughput}

// Work says which queries are made.
type Work string

const (
	// ByRank makes some queries for each Dijkstra rank 1, 2, 4, 8, …
	ByRank Work = "ranks"
	// ToAll searches from random nodes to all others.
	ToAll Work = "all"
)

// Setting is a search with its parameters. Values of zero are chosen by the
// search.
type Setting struct {
	Algorithm string         `json:"algorithm"`
	Title     string         `json:"title"`
	Values    compute.Values `json:"values"`
	// Level counts the grids of a search for settings, each finer than the one
	// before. Only settings of one level have run at the same time.
	Level int `json:"level,omitempty"`
	// AtOnce is how many searches are made side by side; zero for one after the
	// other, by the ordinary search.
	AtOnce int `json:"at_once,omitempty"`
}

// Reference stands in rows for Dijkstra's algorithm on the host, in the place of
// a setting.
const Reference = -1

// ReferenceTitle is its name in charts and tables.
const ReferenceTitle = "Dijkstra, one CPU thread"

// Plan is an experiment that can be carried out again.
type Plan struct {
	Kind     Kind      `json:"kind"`
	Settings []Setting `json:"settings"` // measured in turn
	Axes     []string  `json:"axes,omitempty"`
	// Panels is a parameter that has a heat map for each of its values.
	Panels      string `json:"panels,omitempty"`
	Work        Work   `json:"work"`
	Queries     int    `json:"queries"` // for each rank, or in all
	Repetitions int    `json:"repetitions"`
	Seed        uint64 `json:"seed"`
	// Reference times Dijkstra's algorithm on the host as well.
	Reference bool `json:"reference"`
}

// Check finds what makes a plan impossible.
func (p Plan) Check() error {
	switch {
	case !slices.Contains(Kinds, p.Kind):
		return fmt.Errorf("experiment: there is no experiment %q", p.Kind)
	case len(p.Settings) == 0 && p.Kind == Throughput:
		return errors.New("experiment: none of these searches makes many at once")
	case len(p.Settings) == 0:
		return errors.New("experiment: there is nothing to measure")
	case p.Queries < 1 || p.Repetitions < 1:
		return fmt.Errorf("experiment: %d queries and %d repetitions; at least one of each is needed", p.Queries, p.Repetitions)
	case p.Work != ByRank && p.Work != ToAll:
		return fmt.Errorf("experiment: the queries are %q, not %s or %s", p.Work, ByRank, ToAll)
	}
	return nil
}

// Row is one measured query.
type Row struct {
	Map   string `json:"map"`
	Nodes int    `json:"nodes"`
	Edges int    `json:"edges"`

	Setting   int            `json:"setting"` // index, or Reference
	Algorithm string         `json:"algorithm"`
	Values    compute.Values `json:"values"` // in use, none left to be chosen

	Query      int    `json:"query"` // number on this map
	Source     uint32 `json:"source"`
	Target     uint32 `json:"target"` // graph.NoNode for all
	Rank       int    `json:"rank"`   // zero where the target was not chosen by it
	Repetition int    `json:"repetition"`

	AtOnce   int     `json:"at_once,omitempty"` // searches side by side, of whose time this one has an equal share
	Wall     float64 `json:"wall_ms"`           // from the start to the last event
	GPU      float64 `json:"gpu_ms"`            // by timestamps on the device
	Rounds   uint32  `json:"rounds"`
	Phases   uint32  `json:"phases"`
	Relaxed  uint64  `json:"relaxed"`
	Dijkstra uint64  `json:"dijkstra_relaxed"` // edges that Dijkstra's algorithm relaxes
	Verified bool    `json:"verified"`
}

// note takes the counters of a run's last event.
func (r *Row) note(e sssp.Event) {
	r.GPU, r.Rounds, r.Phases, r.Relaxed = e.GPU, e.Round, e.Phase, e.Relaxed
}

// Update is how far an experiment is.
type Update struct {
	Row   *Row    // just measured; nil where something long goes on
	Share float64 // that is done, 0 to 1
	Doing string  // for people
	// Settings, if given, are those of the plan from now on: the ones before, and
	// more.
	Settings []Setting
}
