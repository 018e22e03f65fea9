package watch

// Action is what sessions of several families are asked for, beside the actions of the
// timeline. Actions take effect between steps.
type Action interface{ shared() }

type (
	// SetCompare begins or ends a comparison: two runs of a family on one input and one clock.
	SetCompare struct{ On bool }
	// SetAlgorithm chooses how a lane works: 0, or 1 for the other one of a comparison.
	SetAlgorithm struct {
		Lane int
		Name string
	}
	// SetParam turns a parameter of a lane; zero leaves it to the algorithm.
	SetParam struct {
		Lane  int
		Name  string
		Value uint32
	}
	// Shuffle makes another input like the present one.
	Shuffle struct{}
)

func (SetCompare) shared()   {}
func (SetAlgorithm) shared() {}
func (SetParam) shared()     {}
func (Shuffle) shared()      {}
