package watch

import "kernelscope/compute"

// Action is what sessions of several families are asked for, beside the actions of the
// timeline. Actions take effect between steps.
type Action interface{ shared() }

type (
	// SetCompare begins or ends a comparison: two runs of a family on one input and one clock.
	SetCompare struct{ On bool }
	// SetAlgorithm sets the algorithm of a lane: 0, or 1 for the other one of a comparison.
	SetAlgorithm struct {
		Lane int
		Name string
	}
	// SetParam sets a parameter of a lane; zero leaves it to the algorithm.
	SetParam struct {
		Lane  int
		Name  string
		Value uint32
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

func (SetCompare) shared()   {}
func (SetAlgorithm) shared() {}
func (SetParam) shared()     {}
func (Shuffle) shared()      {}
func (SetProfile) shared()   {}
func (SetSecond) shared()    {}
