package clips

import (
	"kernelscope/compute/sorting"
	"kernelscope/scene/clipseq"
)

// Action is what a person, a key, a flag or a script asks for, beside those of the
// timeline. Actions take effect between steps.
type Action interface{ action() }

type (
	// SetForm chooses how to match in a lane: 0, or 1 for the other one of a comparison.
	SetForm struct {
		Lane int
		Name string
	}
	// SetParam turns a parameter; zero leaves it to the form.
	SetParam struct {
		Lane  int
		Name  string
		Value uint32
	}
	// SetInput makes a sequence of a shape and matches that.
	SetInput struct{ Input Input }
	// SetSequence matches a sequence that somebody else has made, of a scene or a file.
	SetSequence struct {
		Name     string
		Sequence clipseq.Sequence
	}
	// Shuffle makes another sequence of the same shape.
	Shuffle struct{}
	// Select shows the walk of a partition, -1 for that of the partition that acted last.
	Select struct{ Lane, Partition int }
	// SelectElement shows an element, its partition and the search for its link; -1 for
	// none.
	SelectElement struct{ Element int }
	// SetView changes how clips are shown.
	SetView struct{ View View }
)

func (SetForm) action()       {}
func (SetParam) action()      {}
func (SetInput) action()      {}
func (SetSequence) action()   {}
func (Shuffle) action()       {}
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
