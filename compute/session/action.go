package session

import "kernelscope/scene/geom"

// Action is what a person, a key, a flag or a script asks for. Actions take
// effect between steps.
type Action interface{ action() }

type (
	// Play goes on with the run, or starts it again where it has ended.
	Play struct{}
	// Pause stops between two steps.
	Pause struct{}
	// Step pauses and makes some rounds.
	Step struct{ Rounds int }
	// Rerun begins the same query again.
	Rerun struct{}
	// Finish makes all rounds that are left, as fast as the device can.
	Finish struct{}
	// SetSpeed sets the rounds a second; MaxSpeed and more is as fast as it goes.
	SetSpeed struct{ RoundsPerSecond float64 }
	// SetParam turns a parameter; zero leaves it to the algorithm. The query is
	// run again up to where it was.
	SetParam struct {
		Name  string
		Value uint32
	}
	// SetAlgorithm makes the same query with another algorithm, up to where it
	// was.
	SetAlgorithm struct{ Name string }
	// SetEnds asks for another way: from or to the node nearest to a point. With
	// Drag it is run again up to where it was, else from the start.
	SetEnds struct {
		Source, Target *geom.Point
		Drag           bool
	}
	// SetTargetAll asks for the ways to all nodes, or, if false, to the last
	// target again.
	SetTargetAll struct{ All bool }
	// RandomEnds asks for the way between two random nodes.
	RandomEnds struct{}
	// SetView changes how the search is shown.
	SetView struct{ View View }
)

func (Play) action()         {}
func (Pause) action()        {}
func (Step) action()         {}
func (Rerun) action()        {}
func (Finish) action()       {}
func (SetSpeed) action()     {}
func (SetParam) action()     {}
func (SetAlgorithm) action() {}
func (SetEnds) action()      {}
func (SetTargetAll) action() {}
func (RandomEnds) action()   {}
func (SetView) action()      {}

// View is how the search is shown.
type View struct {
	ByDistance bool   // colours by distance instead of state
	Painter    string // "splat", "quads", or empty for the better one
	Order      string // of quads: "radix", "batcher", "none", or empty for the better one
	Panels     bool
}

// MaxSpeed is the speed, in rounds a second, from which on a run is as fast as
// the device.
const MaxSpeed = 10000
