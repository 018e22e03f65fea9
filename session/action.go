package session

import (
	"kernelscope/compute/sorting"
	"kernelscope/scene/geom"
	"kernelscope/timeline"
)

// Action is what a person, a key, a flag or a script asks for, beside those of the
// timeline. Actions take effect between steps.
type Action interface{ action() }

type (
	// SetParam turns a parameter of a lane; zero leaves it to the algorithm. The query is
	// run again up to where it was.
	SetParam struct {
		Lane  int
		Name  string
		Value uint32
	}
	// SetAlgorithm makes the same query with another algorithm, up to where it was. Lane
	// is 0, or 1 for the other search of a comparison.
	SetAlgorithm struct {
		Lane int
		Name string
	}
	// SetTrace chooses, for searches that take another course every time, whether they
	// are traced and go back, or run fast and only go forward.
	SetTrace struct{ On bool }
	// SeekNode goes to the step of a lane that reached the node nearest to a point, or,
	// with Settled, to the one that gave it its last distance.
	SeekNode struct {
		Lane    int
		At      geom.Point
		Settled bool
	}
	// SetEnds asks for another way: from or to the node nearest to a point, as
	// graph.Locator.Snap has it. With Drag it is run again up to where it was, else from the
	// start.
	SetEnds struct {
		Source, Target *geom.Point
		Within         float64 // units; zero for any distance
		Drag           bool
	}
	// SetTargetAll asks for the ways to all nodes, or, if false, to the last
	// target again.
	SetTargetAll struct{ All bool }
	// RandomEnds asks for the way between two random nodes.
	RandomEnds struct{}
	// SetRank asks for the way from the source, or from a random node, to the node of a
	// Dijkstra rank: the one that Dijkstra's algorithm settles after as many others.
	SetRank struct {
		Rank   int
		Random bool
	}
	// SetView changes how the search is shown.
	SetView struct{ View View }
)

func (SetParam) action()     {}
func (SetAlgorithm) action() {}
func (SetTrace) action()     {}
func (SeekNode) action()     {}
func (SetEnds) action()      {}
func (SetTargetAll) action() {}
func (RandomEnds) action()   {}
func (SetRank) action()      {}
func (SetView) action()      {}

// View is how the search is shown.
type View struct {
	ByDistance bool          // colours by distance instead of state
	Painter    string        // "splat", "quads", or empty for the better one
	Order      sorting.Order // of quads
	Labels     bool          // names of roads and settlements
	Panels     bool
}

// MaxSpeed is the speed, in steps per second, from which on a run is as fast as the
// device.
const MaxSpeed = timeline.MaxSpeed
