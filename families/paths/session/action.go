package session

import (
	"kernelscope/scene/geom"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

type (
	// SetTrace selects whether nondeterministic searches are traced and can step back, or run at
	// full speed, forward only.
	SetTrace struct{ On bool }
	// SeekNode goes to the step of a lane that reached the node nearest to a point, or,
	// with Settled, to the one that gave it its last distance.
	SeekNode struct {
		Lane    int
		At      geom.Point
		Settled bool
	}
	// SetEnds changes the query: from or to the node nearest to a point, by graph.Locator.Snap.
	// With Drag it is repeated up to the present step, otherwise it begins at the start.
	SetEnds struct {
		Source, Target *geom.Point
		Within         float64 // units; zero for any distance
		Drag           bool
	}
	// SetTargetAll searches to all nodes or, if false, to the last target again.
	SetTargetAll struct{ All bool }
	// RandomEnds searches between two random nodes.
	RandomEnds struct{}
	// SetRank searches from the source, or from a random node, to the node of a Dijkstra rank: the
	// one that Dijkstra's algorithm settles after that many others.
	SetRank struct {
		Rank   int
		Random bool
	}
	// SetView changes how the search is shown.
	SetView struct{ View View }
)

func (SetTrace) Action()     {}
func (SeekNode) Action()     {}
func (SetEnds) Action()      {}
func (SetTargetAll) Action() {}
func (RandomEnds) Action()   {}
func (SetRank) Action()      {}
func (SetView) Action()      {}

// MaxSpeed is the speed, in steps per second, at which a run is limited only by the device.
const MaxSpeed = timeline.MaxSpeed

// isOfSearch reports whether an action needs a search, and does nothing before a map is open.
func isOfSearch(a watch.Action) bool {
	switch a.(type) {
	case Inspect, SeekNode, SetEnds, SetTargetAll, RunExperiment, ShowRows, CancelExperiment,
		ApplySetting, ShowChart, UseTuned, RandomEnds, SetRank, RoadAction:
		return true
	}
	return false
}
