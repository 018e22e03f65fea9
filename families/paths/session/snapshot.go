package session

import (
	"time"

	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sssp"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/watch/timeline"
)

// Snapshot is the state of a session between two steps, for panels and
// pictures. It is never changed.
type Snapshot struct {
	Device compute.Limits
	Map    *scene.Map // nil before one is open

	Algorithms []sssp.Algorithm // to choose from
	Lane                        // the first search
	Other      *Lane            // the one it is compared with; nil without a comparison
	Query      sssp.Query
	Source     End
	Target     End // the last one chosen, also where the query is for all
	Rank       int // by which the target was chosen; zero for another one
	All        bool

	Time timeline.State
	View View

	Inspected *Inspection // nil while nothing is
	Roads

	Experiment *Experiment    // that is shown; nil before there was any
	Charts     int            // number of experiments
	Back       int            // number of them after the one that is shown
	Tuned      compute.Values // kept for this map and search; nil if there is none
}

// Lane is the state of a search.
type Lane struct {
	On        compute.Limits // of the device that runs it
	Algorithm sssp.Algorithm
	Params    []compute.ParamState
	Event     sssp.Event   // of the present state
	Sizes     []sssp.Sizes // of the queues before each step that was made
	Known     int          // steps that were made
	// Marks are the marks of the steps' submissions, from the start. Profiled is set if they
	// include kernels.
	Marks    []Mark
	Profiled bool
	Timing   bool // AsRun will be known
	// Submissions is the number of submissions that first executed the steps up to the present
	// one.
	Submissions int
	Whole       bool           // there are no more
	Done        bool           // the present state is the end
	Result      *Result        // nil before the end
	AsRun       *Run           // nil before it is known
	InRun       compute.Values // that a search which nobody watches would use
	Moment      uint64         // another number whenever the layers may have changed
	Reach       uint32         // greatest distance to be shown
	Mode        Mode
	Memory      int64 // bytes that going back takes, of at most Budget
	Budget      int64
}

// Mode is the method of stepping back.
type Mode int

const (
	// Keyframes restores a copy of the state and repeats the steps after it.
	Keyframes Mode = iota
	// Traced replays the trace of the steps.
	Traced
	// Fast only goes forward.
	Fast
)

// End is the source or the target.
type End struct {
	Node uint32
	At   geom.Point
	ID   int64
}

// Result is the result of a run.
type Result struct {
	Reached    bool
	Nodes      int     // that were reached, with the source
	Distance   uint32  // of the target
	Farthest   uint32  // greatest distance of all
	Seconds    float64 // zero if the map knows no times, as Metres where it knows no lengths
	Metres     float64
	Path       []geom.Point
	Legs       []scene.Leg // of the path, where the map has names
	Checked    bool        // the oracle has looked at it
	Wrong      error       // what the oracle found, nil if all is right
	Dijkstra   uint64      // edges that Dijkstra's algorithm relaxes
	Efficiency float64     // Dijkstra over relaxed edges; NaN where no way was found, or nothing was to do

	// Needed is, for each mark, the number of edges that Dijkstra's algorithm relaxes to settle
	// the same nodes; known when the result is checked.
	Needed []uint64

	truth  *uint64  // where the oracle writes Dijkstra
	needed []uint64 // and Needed
}

// Run is the time of a search that nobody watches, as 'viewer run' prints it.
type Run struct {
	Median, Low, High float64 // ms, of the runs after one that warms up
}

// Inspection describes the node and the road at a place.
type Inspection struct {
	Lane int
	Node *NodeInspection // nil if there is none
	Road *RoadInspection // nil if there is none

	version uint64    // of the lane, for which it is true
	at      time.Time // when it was made
}

// NodeInspection describes a node.
type NodeInspection struct {
	End
	State    int    // a graph.NodeState
	Distance uint32 // graph.Unreached where it has none yet
	Ahead    uint32 // distance to the target, of searches from both ends; the same
	Parent   *End   // the node before it on its shortest way so far; nil if there is none
	// Reached and Settled are the steps that gave it its first and, so far, its last distance;
	// zero if unknown.
	Reached, Settled int
}

// RoadInspection describes a line of the map.
type RoadInspection struct {
	scene.RoadName
	Class          scene.Class
	KMH            float64 // zero if the map knows no times and lengths
	Metres         float64
	OneWay, Closed bool
}

// View configures how the search is shown.
type View struct {
	ByDistance bool          // colours by distance instead of state
	Painter    string        // "splat", "quads", or empty for the better one
	Order      sorting.Order // of quads
}

// Experiment is the progress of an experiment.
type Experiment struct {
	Result  *experiment.Result // what was measured so far
	Running bool
	Share   float64 // that is done
	Doing   string
	Problem string // why it ended, if it failed
}
