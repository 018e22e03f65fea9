package sorts

import "kernelscope/compute/sorting"

// Action is what a person, a key, a flag or a script asks for, beside those of the
// timeline. Actions take effect between steps.
type Action interface{ action() }

type (
	// SetAlgorithm chooses the sort of a lane: 0, or 1 for the other one of a comparison.
	SetAlgorithm struct {
		Lane int
		Name string
	}
	// SetParam turns a parameter; zero leaves it to the algorithm.
	SetParam struct {
		Lane  int
		Name  string
		Value uint32
	}
	// SetInput sorts other keys, from the start.
	SetInput struct{ Input Input }
	// SetKeys sorts keys of a file, or of another view: words, the low one of a key first,
	// of which all bits but the lowest may be the same (sorting.Format).
	SetKeys struct {
		Name  string
		Type  sorting.Type
		Bits  int
		Words []uint32
	}
	// Shuffle draws other keys of the same distribution.
	Shuffle struct{}
	// SetView changes how sorts are shown.
	SetView struct{ View View }
)

func (SetAlgorithm) action() {}
func (SetParam) action()     {}
func (SetInput) action()     {}
func (SetKeys) action()      {}
func (Shuffle) action()      {}
func (SetView) action()      {}

// FrameKeys is the name of keys that views hand over: those by which the present frame orders
// what it draws.
const FrameKeys = "draw keys of the frame"

// View is how sorts are shown.
type View struct {
	Shape  string // one of Shapes, or empty for what suits the number of keys
	Tint   string // one of Tints, or empty for what suits the sort
	Panels bool
}

// Names for View.
var (
	Shapes = []string{"bars", "plot", "field"}
	Tints  = []string{"value", "digit", "moved"}
)
