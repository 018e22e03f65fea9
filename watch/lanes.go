package watch

import (
	"math"
	"time"

	"kernelscope/watch/timeline"
)

// Lane is a subject of a session, alone or one of two that are compared.
type Lane interface {
	comparable
	timeline.Line
	// Known reports whether every clock can be read after every step.
	Known() bool
	// Release gives everything back.
	Release()
}

// Lanes are the subjects of a session: none at first, then one, or two that are compared.
type Lanes[L Lane] [2]L

// NewLanes makes one lane, or two for a comparison. Where that fails there is none.
func NewLanes[L Lane](compare bool, prepare func(lane int) (L, error)) (l Lanes[L], err error) {
	for i := range l {
		if i == 1 && !compare {
			break
		}
		made, err := prepare(i)
		if err != nil {
			l.Release()
			return l, err
		}
		l[i] = made
	}
	return l, nil
}

// Active lists the lanes that there are.
func (l *Lanes[L]) Active() (out []L) {
	var none L
	for _, x := range l {
		if x != none {
			out = append(out, x)
		}
	}
	return out
}

// Release gives all lanes back.
func (l *Lanes[L]) Release() {
	for _, x := range l.Active() {
		x.Release()
	}
	*l = Lanes[L]{}
}

// Link hands the lanes to a transport.
func (l *Lanes[L]) Link(t *timeline.Transport) {
	var lines []timeline.Line
	for _, x := range l.Active() {
		lines = append(lines, x)
	}
	t.SetLines(lines...)
}

// Compare begins a comparison with a second lane, or ends it. The first one stays where it is,
// and the clock is steps. Before the first lane there is no second one.
func (l *Lanes[L]) Compare(on bool, t *timeline.Transport, prepare func(lane int) (L, error)) error {
	var none L
	switch {
	case on && l[0] != none:
		second, err := prepare(1)
		if err != nil {
			return err
		}
		l[1] = second
	case l[1] != none:
		l[1].Release()
		l[1] = none
	}
	l.Link(t)
	SetClock(t, timeline.Steps)
	return nil
}

// Survey makes lanes to their ends, until a time, if a clock needs what they read there. The
// transport brings them back.
func (l *Lanes[L]) Survey(c timeline.Clock, until time.Time) (there bool, err error) {
	for _, x := range l.Active() {
		if c == timeline.Steps || x.Known() {
			continue
		}
		if _, err := x.Seek(math.MaxInt32, until); err != nil || !x.Known() {
			return false, err
		}
	}
	return true, nil
}
