package clips

import (
	"kernelscope/compute/sorting"
	"kernelscope/scene/clipseq"
	"kernelscope/watch"
)

// Action is what a person, a key, a flag or a script asks for, beside the actions of the
// timeline and those that families share.
type Action interface{ action() }

type (
	// SetForm chooses how to match in a lane.
	SetForm = watch.SetAlgorithm
	// SetParam turns a parameter.
	SetParam = watch.SetParam
	// Shuffle makes another sequence of the same shape.
	Shuffle = watch.Shuffle
	// SetInput makes a sequence of a shape and matches that.
	SetInput struct{ Input Input }
	// SetSequence matches a sequence that somebody else has made, of a scene or a file.
	SetSequence struct {
		Name     string
		Sequence clipseq.Sequence
	}
	// Select shows the walk of a partition, -1 for that of the partition that acted last.
	Select struct{ Lane, Partition int }
	// SelectElement shows an element, its partition and the search for its link; -1 for
	// none.
	SelectElement struct{ Element int }
	// SetView changes how clips are shown.
	SetView struct{ View View }
)

func (SetInput) action()      {}
func (SetSequence) action()   {}
func (Select) action()        {}
func (SelectElement) action() {}
func (SetView) action()       {}

// Page is what is shown of a sequence.
type Page int

// The pages.
const (
	Picture     Page = iota // the scene
	Partitioned             // how the sequence is matched
	Links                   // every element of a short sequence, and what it is linked with
	Levels                  // inside a partition, where the form reduces in place
)

// View is how clips are shown.
type View struct {
	Panels   bool
	Page     Page
	Peel     int // elements deeper than this are left out; all are shown where it is -1
	OwnBoxes bool
	Resolved bool          // boxes
	Pinned   int           // element whose chain of clips is shown, -1 for the one under the mouse
	Order    sorting.Order // of the draw keys of the picture
}
