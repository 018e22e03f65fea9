package watch

import (
	"errors"
	"fmt"

	"kernelscope/compute"
	"kernelscope/watch/timeline"
)

// Action is a request by a user, a key, a flag or a script. Actions take effect between steps.
type Action = timeline.Action

var errNotTaken = errors.New("there is nothing here to do that")

// NotTaken returns the error of an action that a session does not know.
func NotTaken(a Action) error { return fmt.Errorf("%T: %w", a, errNotTaken) }

// Taken reports whether a session knows the action that it executed with an error.
func Taken(failed error) (taken bool, err error) {
	if errors.Is(failed, errNotTaken) {
		return false, nil
	}
	return true, failed
}

type (
	// SetCompare begins or ends a comparison: two runs of a family on one input and one clock.
	SetCompare struct{ On bool }
	// Set sets the algorithm of a lane, 0, or 1 for the other one of a comparison, and values of its
	// parameters by name. Without an algorithm the present one stays, and so do values that are not named. A zero leaves a
	// value to the algorithm. The run is repeated once.
	Set struct {
		Lane      int
		Algorithm string
		Values    compute.Values
	}
	// Shuffle generates another input like the present one.
	Shuffle struct{}
	// SetProfile selects whether each dispatch is timed, for plots and tables by kernel. The run
	// is repeated up to the present step.
	SetProfile struct{ On bool }
	// SetSecond chooses what the second side of comparisons runs on; nil is what the first one
	// does. A comparison that is shown goes on as with another parameter.
	SetSecond struct{ On compute.Backend }
)

func (SetCompare) Action() {}
func (Set) Action()        {}
func (Shuffle) Action()    {}
func (SetProfile) Action() {}
func (SetSecond) Action()  {}
