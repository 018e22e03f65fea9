package watch

import (
	"math"
	"time"

	"kernelscope/compute"
	"kernelscope/watch/timeline"
)

// Lane is a subject of a session, alone or one of two that are compared.
type Lane interface {
	comparable
	timeline.Line
	// Known reports whether every clock can be read after every step.
	Known() bool
	// Conclude reads what panels show of the present state, and asks and hears the judge; it waits for the
	// verdict if wait is set.
	Conclude(wait bool) error
	// Layers updates the layers of the present state and returns them.
	Layers(compute.Encoder) []compute.Layer
	// Release releases all resources.
	Release()
}

// Lanes are the subjects of a session: none at first, then one, or two that are compared.
type Lanes[L Lane] [2]L

// has reports whether there is a lane of a number.
func (l *Lanes[L]) has(lane int) bool {
	var none L
	return lane >= 0 && lane < len(l) && l[lane] != none
}

// Active lists the lanes that there are.
func (l *Lanes[L]) Active() (out []L) {
	for i, x := range l {
		if l.has(i) {
			out = append(out, x)
		}
	}
	return out
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

// surveyed reports whether lanes have made all that a clock needs.
func (l *Lanes[L]) surveyed(c timeline.Clock) bool {
	for _, x := range l.Active() {
		if c != timeline.Steps && !x.Known() {
			return false
		}
	}
	return true
}
