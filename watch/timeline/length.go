package timeline

import "math"

// Certainty is how much is known of a length.
type Certainty int

const (
	// Unknown is the certainty of a length of which nothing is known; it leaves room for more steps.
	Unknown Certainty = iota
	// Estimated is the certainty of a length that is about right.
	Estimated
	// Known is the certainty of an exact length.
	Known
)

// Expecting is a line whose length is known or estimated before all its steps are computed.
type Expecting interface {
	Line
	// Expected returns the number of steps that the line will have.
	Expected() (steps int, c Certainty)
}

// Lazy is a line that computes a step when the step is first reached, although its length is
// known.
type Lazy interface {
	Line
	// Made returns the number of computed steps.
	Made() int
}

// room is the least number of steps for which a timeline of unknown length has room.
const room = 100

// look updates the number of steps. While a slider is held the number stays, so that nothing
// moves under the mouse.
func (t *Transport) look() {
	if t.held {
		return
	}
	before := t.steps
	t.steps, t.certainty = 0, Known
	for _, l := range t.lines {
		n, c := stepsOf(l, before)
		t.steps, t.certainty = max(t.steps, n), min(t.certainty, c)
	}
}

// stepsOf returns the number of steps of a line, or an estimate. An estimate is rounded, and the one
// before is kept while it is about right, so that the timeline does not tremble.
func stepsOf(l Line, before int) (steps int, c Certainty) {
	made, whole := l.Length()
	if whole {
		return made, Known
	}
	if e, ok := l.(Expecting); ok {
		steps, c = e.Expected()
	}
	if steps <= made {
		steps, c = max(room, 2*made), Unknown
	}
	stays := before > made+made/8
	if c == Estimated {
		stays = before > made && 8*max(before-steps, steps-before) <= steps
	}
	switch {
	case c == Known:
		return steps, c
	case stays:
		return before, c
	}
	return rounded(steps), c
}

// rounded rounds up to two digits.
func rounded(n int) int {
	unit := 1
	for n/unit >= 100 {
		unit *= 10
	}
	return (n + unit - 1) / unit * unit
}

// length returns the reading of the clock at the end of the longest line, as far as it
// is known.
func (t *Transport) length() (most float64, whole bool) {
	whole = true
	for _, l := range t.lines {
		n, all := l.Length()
		most, whole = max(most, l.Reading(t.state.Clock, n)), whole && all
	}
	return most, whole
}

// measure describes the length of the timeline and how much of it was computed. On a clock other
// than steps, sessions compute all steps first.
func (t *Transport) measure(s *State) {
	length, whole := t.length()
	s.Length, s.Certainty = length, Known
	if t.state.Clock == Steps && !whole {
		s.Length, s.Certainty = float64(t.steps), t.certainty
		if s.Certainty != Known && !math.IsInf(t.position, 1) {
			s.Length = max(s.Length, t.position)
		}
	} else if !whole {
		s.Certainty = Unknown
	}
	s.Made, s.Axis = s.Length, s.Length
	for _, l := range t.lines {
		n, whole := l.Length()
		if z, ok := l.(Lazy); ok {
			whole, n = whole && z.Made() == n, z.Made()
		}
		if !whole {
			s.Made = min(s.Made, l.Reading(t.state.Clock, n))
		}
	}
	if t.held && t.state.Clock == Steps {
		s.Axis = float64(t.steps)
	}
}
