package session

import (
	"kernelscope/compute/sorting"
	"kernelscope/scene/clipseq"
)

type (
	// SetInput generates a sequence of a shape and matches it.
	SetInput struct{ Input Input }
	// SetSequence matches a given sequence, of a scene or a file.
	SetSequence struct {
		Name     string
		Sequence clipseq.Sequence
	}
	// SetText matches the brackets of a text.
	SetText struct{ Text string }
	// Select shows the walk of a partition, -1 for the one that acted last.
	Select struct{ Lane, Partition int }
	// SelectElement shows an element, its partition and the search for its link; -1 for
	// none.
	SelectElement struct{ Element int }
	// SetView changes how clips are shown.
	SetView struct{ View View }
)

func (SetInput) Action()      {}
func (SetSequence) Action()   {}
func (SetText) Action()       {}
func (Select) Action()        {}
func (SelectElement) Action() {}
func (SetView) Action()       {}

// Page selects the picture of a sequence.
type Page int

// The pages.
const (
	Picture     Page = iota // the scene
	Partitioned             // how the sequence is matched
	Links                   // every element of a short sequence, and what it is linked with
	Icicle                  // pushes as bars, a row for each depth
	Levels                  // inside a partition, where the form reduces in place
)

// View configures how clips are shown.
type View struct {
	Page     Page
	Peel     int // elements deeper than this are left out; all are shown where it is -1
	OwnBoxes bool
	Resolved bool          // boxes
	Pinned   int           // element whose chain of clips is shown, -1 for the one under the mouse
	Order    sorting.Order // of the draw keys of the picture
}
