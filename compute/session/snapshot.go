package session

import (
	"time"

	"kernelscope/compute"
	"kernelscope/compute/sssp"
	"kernelscope/scene"
	"kernelscope/scene/geom"
)

// Snapshot is the state of a session between two steps, for panels and
// pictures. It is never changed.
type Snapshot struct {
	Device compute.Limits
	Map    *scene.Map // nil before one is open

	Algorithms []sssp.Algorithm // to choose from
	Algorithm  sssp.Algorithm
	Params     []ParamState
	Query      sssp.Query
	Source     End
	Target     End // the last one chosen, also where the query is for all
	All        bool

	Playing, Done bool
	Speed         float64 // rounds a second
	Event         sssp.Event
	Rounds        []sssp.Sizes // sizes of the queues before each round
	Result        *Result      // of a run that has ended
	View          View
	Moment        uint64 // another number whenever the layers may have changed
	Reach         uint32 // greatest distance to be shown

	Pointed    *Road // nil where there is none
	Picked     *Road // likewise
	WholeRoads bool  // roads are picked as long as they go on
	Changes    []Change
	Reweighed  time.Duration // that the last change took, without the search by it

	Experiment *Experiment    // the last one; nil before there was any
	Tuned      compute.Values // kept for this map and search; nil where there is none
}

// ParamState is a parameter with its value.
type ParamState struct {
	compute.Param
	Value uint32 // in use
	Auto  bool   // chosen by the algorithm
}

// End is the source or the target.
type End struct {
	Node uint32
	At   geom.Point
	ID   int64
}

// Result is what a run found.
type Result struct {
	Reached    bool
	Distance   uint32  // of the target
	Farthest   uint32  // greatest distance of all
	Seconds    float64 // zero where the map knows no times, as Metres where it knows no lengths
	Metres     float64
	Path       []geom.Point
	Checked    bool   // the oracle has looked at it
	Wrong      error  // what the oracle found, nil if all is right
	Dijkstra   uint64 // edges that Dijkstra's algorithm relaxes
	Efficiency float64
}
