package session

import (
	"kernelscope/compute/sorting"
)

type (
	// SetInput sorts other keys, from the start.
	SetInput struct{ Input Input }
	// SetKeys sorts the keys of a file or of another view: words, the low one of a key first, of
	// which all bits except the lowest may be the same (sorting.Format).
	SetKeys struct {
		Name  string
		Type  sorting.Type
		Bits  int
		Words []uint32
	}
	// SetView changes how sorts are shown.
	SetView struct{ View View }
)

func (SetInput) Action() {}
func (SetKeys) Action()  {}
func (SetView) Action()  {}

// FrameKeys is the name of the draw keys of the present frame, which other views pass.
const FrameKeys = "draw keys of the frame"

// View configures how sorts are shown.
type View struct {
	Shape string // one of Shapes, or empty for what suits the number of keys
	Tint  string // one of Tints, or empty for what suits the sort
	// Follow is the place in the input of the key that is followed, from 1; zero for none.
	Follow int
}

// Names for View.
var (
	Shapes = []string{"bars", "plot", "field"}
	Tints  = []string{"value", "digit", "moved"}
)
