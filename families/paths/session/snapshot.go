package session

import (
	"kernelscope/compute"
	"kernelscope/compute/sssp"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
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

// Snapshot returns the present state.
func (s *Session) Snapshot() *Snapshot {
	n := &Snapshot{
		Device: s.Sides[0].Limits(), Map: s.m, Algorithms: s.Algorithms, All: s.all, Query: s.query(), Lane: s.state(0),
		Time: s.Transport.State(), View: s.view, Tuned: s.tuned,
		Inspected: s.inspected, Roads: s.roads.Roads(),
	}
	if s.Compared {
		other := s.state(1)
		n.Other = &other
	}
	n.Experiment, n.Charts = s.chart()
	n.Back = s.back
	n.Timing = s.runDue()
	if s.Begun() {
		n.Source, n.Target, n.Rank = s.end(s.source), s.end(s.target), s.rank
	}
	return n
}

// state describes a lane.
func (s *Session) state(lane int) Lane {
	n := Lane{On: s.Sides[lane].Limits(), Algorithm: s.Chosen[lane].Algorithm}
	l := s.Lanes[lane]
	if l == nil {
		n.Params = s.Params(lane, nil)
		return n
	}
	n.Params = s.Params(lane, l.used)
	n.Event, n.Sizes, n.Moment, n.Reach = l.now, l.sizes[:len(l.sizes):len(l.sizes)], l.version, l.now.Threshold
	n.Known, n.Whole = l.Length()
	n.Marks, n.Profiled = l.marks[:len(l.marks):len(l.marks)], l.solver.profiler != nil
	n.Done, n.Submissions = l.now.Done, l.submissions()
	n.AsRun, n.InRun = l.asRun, l.inRun
	n.Memory, n.Budget = l.frames.Bytes(), l.frames.Budget
	switch {
	case l.traced != nil:
		n.Mode, n.Memory = Traced, l.traced.Bytes()
	case !l.canRewind():
		n.Mode = Fast
	}
	if n.Reach == graph.Unreached { // one bucket: all that is final
		n.Reach = l.now.Final
	}
	if !n.Done {
		return n
	}
	n.Result = l.result
	if r := n.Result; r != nil && r.Reached {
		n.Reach = max(1, r.Distance)
	} else if r != nil {
		n.Reach = max(1, r.Farthest) // the last threshold may lie beyond it, and far
	}
	return n
}
