package command

import (
	"time"

	"kernelscope/cli/flags"
	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/profile"
	"kernelscope/internal/shard"
	"kernelscope/report/matrix"
)

// searchFlags are the flags of 'run sssp'.
type searchFlags struct {
	source, target string
	rank           string
	algorithm      string
	params         *flags.Params
	n              int
	seed           uint64
	ranks          bool
	verify, json   bool
	tuned          bool
	path, trace    string
	directions     bool
	exports        exports
	concurrent     string // empty for one query at a time
	atOnce         int    // its value; zero for automatic
	profile        *profile.Recorder
}

// exports are files of 'run sssp' with the results of a single search at all nodes.
type exports struct {
	expansion  string
	isochrones string
	lines      bool    // isochrones are stretches of roads, not areas
	band       float64 // in the unit of tables; zero for automatic
}

// frameFlags are the flags of 'bench frames'.
type frameFlags struct {
	drawing
	each     time.Duration
	onWindow bool
	keys     bool
}

// tableFlags are the flags of 'run table'.
type tableFlags struct {
	sources, targets string
	pairs            string
	snap             float64
	output           string
	json             bool
	algorithm        string
	params           *flags.Params
	tuned            bool
	verify           bool
	concurrent       string
	part             shard.Part

	form matrix.Format // selected by output or json
}

// experimentFlags are the flags of 'bench sweep', 'rank', 'efficiency', 'scale', 'throughput' and
// 'sssp'.
type experimentFlags struct {
	kind        experiment.Kind
	plain       bool // prints only a table of the given values
	algorithms  string
	params      *flags.Params
	n           int
	repetitions int
	seed        uint64
	all         bool
	tuned       bool

	x, y, panels string
	auto         bool
	limit        time.Duration

	relative string           // of rank: the reference of speeds; empty for times
	settings string           // of rank and efficiency: pairs of delta and batch
	pairs    []compute.Values // that settings lists

	atOnce string // of throughput
	ranks  bool

	files experimentFiles
	part  shard.Part
}

// experimentFiles are the output files of an experiment.
type experimentFiles struct {
	results, charts []string
	report          string // empty for none
	dark            bool
}
