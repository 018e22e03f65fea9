package timing

// Ends are the times from the start of a run to the end of each of its steps, as far as they were made. Element 0 is
// the start. Use NewEnds.
type Ends []Times

// NewEnds returns the ends of a run that has not begun.
func NewEnds() Ends { return make(Ends, 1) }

// Made returns the number of steps that were made.
func (e Ends) Made() int { return len(e) - 1 }

// At returns the end of a step or, if it was not made, of the last one that was.
func (e Ends) At(step int) Times { return e[min(step, e.Made())] }

// Add adds a step.
func (e *Ends) Add(t Times) {
	last := e.At(e.Made())
	*e = append(*e, Times{GPU: last.GPU + t.GPU, Wall: last.Wall + t.Wall})
}
