// Package timeline moves through the steps of algorithms: play, pause, step, seek,
// forward and back, for one line of steps or for several on one clock. It depends on no
// device and no family of algorithms.
package timeline

import (
	"math"
	"sort"
	"time"
)

// Clock is the unit of positions on a timeline.
type Clock int

const (
	// Steps counts steps.
	Steps Clock = iota
	// DeviceTime counts milliseconds of the device.
	DeviceTime
	// Progress measures the progress of an algorithm in a unit of its family, such as the settled
	// distance of a search.
	Progress
	// Work counts what an algorithm has done in a unit of its family, such as the relaxed edges of a search.
	Work
)

// Clocks are the names of the clocks, in order.
var Clocks = []string{"steps", "device time", "progress", "work"}

func (c Clock) String() string { return Clocks[c] }

// Line is a sequence of steps with a present state: that after At steps.
type Line interface {
	// Length returns the number of known steps, and whether these are all.
	Length() (steps int, whole bool)
	// At returns the number of completed steps.
	At() int
	// Seek moves towards the state after some steps, or to the end if there are fewer.
	// It works until about a time, at least a little, and reports whether it arrived.
	Seek(step int, until time.Time) (there bool, err error)
	// Reading returns what a clock shows after some steps, at most as many as are known.
	// It never decreases from one step to the next.
	Reading(c Clock, step int) float64
	// Busy reports whether background work is in progress, such as a verification or a
	// measurement.
	Busy() bool
}

// Coarse is a line that shows some steps faster than others.
type Coarse interface {
	Line
	// Nearby returns a step close to another that can be shown immediately.
	Nearby(step int) int
}

// Limits of the controls.
const (
	MinSpeed, MaxSpeed = 0.25, 10000.0
	MinFit, MaxFit     = 1.0, 60.0 // seconds
)

// State is the visible state of a transport.
type State struct {
	Playing   bool
	Loop      bool
	Clock     Clock
	Position  float64 // on the clock, that was asked for
	ToEnd     bool    // the end was asked for, wherever it is
	At        float64 // where the lines are
	Made      float64 // up to where all lines were computed
	Length    float64
	Certainty Certainty // of the length
	Axis      float64   // length of sliders: it stays while one is held
	Speed     float64   // of the clock in a second
	Fit       float64   // seconds of the whole; 0 if the speed counts
	Scrubbing bool      // the state may be one close to the position
}

// Transport moves lines. Use New.
type Transport struct {
	lines    []Line
	state    State
	position float64 // asked for; +Inf for the end

	steps     int       // of the longest line, or how many it may have
	certainty Certainty // of that
	held      bool      // a slider is
}

// New returns a transport without lines, paused.
func New(speed float64) Transport { return Transport{state: State{Speed: speed}} }

// SetLines replaces the lines; the position stays.
func (t *Transport) SetLines(lines ...Line) {
	t.lines = lines
	t.look()
}

// State returns the present state.
func (t *Transport) State() State {
	s := t.state
	t.measure(&s)
	s.Position, s.At, s.ToEnd = min(t.position, s.Length), t.at(), math.IsInf(t.position, 1)
	return s
}

// Reset goes to a position without pausing or playing.
func (t *Transport) Reset(position float64) { t.position = max(0, position) }

// Position returns the requested position; +Inf is the end.
func (t *Transport) Position() float64 { return t.position }

// Apply executes an action.
func (t *Transport) Apply(a Control) {
	defer t.look()
	t.state.Scrubbing, t.held = false, false
	if length, whole := t.length(); whole && len(t.lines) > 0 {
		t.position = min(t.position, length)
	}
	switch a := a.(type) {
	case Play:
		if t.ended() {
			t.position = 0
		}
		t.hold()
		t.state.Playing = true
	case Pause:
		if t.hold(); !t.state.Playing && !t.there() {
			t.position = min(t.position, t.at())
		}
		t.state.Playing = false
	case Step:
		t.state.Playing = false
		t.hold()
		t.step(a.Steps)
	case Seek:
		t.state.Playing = false
		t.position = t.readingAt(a.Step)
	case SeekClock:
		t.state.Playing = false
		t.position = max(0, a.At)
	case Scrub:
		t.state.Playing, t.state.Scrubbing, t.held = false, !a.Rests, true
		t.position = max(0, a.At)
	case Rewind:
		t.position = 0
	case End:
		t.state.Playing = false
		t.position = math.Inf(1)
	case SetSpeed:
		t.state.Speed, t.state.Fit = max(MinSpeed, min(MaxSpeed, a.PerSecond)), 0
	case SetFit:
		t.state.Fit = a.Seconds
		if a.Seconds != 0 {
			t.state.Fit = max(MinFit, min(MaxFit, a.Seconds))
		}
	case SetLoop:
		t.state.Loop = a.On
	case SetClock:
		t.setClock(a.Clock)
	}
}

// hold makes the position the lines', if they play or go to the end.
func (t *Transport) hold() {
	if len(t.lines) == 0 || !t.state.Playing && !math.IsInf(t.position, 1) || t.there() {
		return
	}
	at := 0.0
	for _, l := range t.lines {
		at = max(at, l.Reading(t.state.Clock, l.At()))
	}
	t.position = min(t.position, at)
}

// at returns where all lines are, except those that are at their ends.
func (t *Transport) at() float64 {
	least, most := math.Inf(1), 0.0
	for _, l := range t.lines {
		at := l.Reading(t.state.Clock, l.At())
		if n, whole := l.Length(); !whole || l.At() < n {
			least = min(least, at)
		}
		most = max(most, at)
	}
	return min(least, most)
}

// setClock chooses the clock; the first line stays where it is.
func (t *Transport) setClock(c Clock) {
	t.hold()
	t.state.Clock = c
	if len(t.lines) > 0 {
		t.position = t.lines[0].Reading(c, t.lines[0].At())
	}
}

// readingAt returns the clock after some steps of the first line.
func (t *Transport) readingAt(step int) float64 {
	if t.state.Clock == Steps || len(t.lines) == 0 {
		return float64(max(0, step))
	}
	n, _ := t.lines[0].Length()
	return t.lines[0].Reading(t.state.Clock, max(0, min(step, n)))
}

// step goes n ends of steps on, of any line, or back.
func (t *Transport) step(n int) {
	if t.state.Clock == Steps {
		t.position = max(0, math.Floor(t.position)+float64(n))
		return
	}
	for ; n > 0; n-- {
		next := math.Inf(1)
		for _, l := range t.lines {
			known, whole := l.Length()
			k := after(l, t.state.Clock, t.position)
			if k <= known {
				next = min(next, l.Reading(t.state.Clock, k))
			} else if !whole {
				next = min(next, math.Nextafter(t.position, math.Inf(1)))
			}
		}
		if !math.IsInf(next, 1) {
			t.position = next
		}
	}
	for ; n < 0; n++ {
		previous := 0.0
		for _, l := range t.lines {
			for k := before(l, t.state.Clock, t.position); k >= 0; k-- {
				if r := l.Reading(t.state.Clock, k); r < t.position {
					previous = max(previous, r)
					break
				}
			}
		}
		t.position = previous
	}
}

// after returns the first step whose reading is above a position: one more than are
// known where there is none.
func after(l Line, c Clock, position float64) int {
	n, _ := l.Length()
	return sort.Search(n+1, func(k int) bool { return l.Reading(c, k) > position })
}

// before returns the last step whose reading is at most a position.
func before(l Line, c Clock, position float64) int { return max(0, after(l, c, position)-1) }

// ended reports whether all lines are at their ends.
func (t *Transport) ended() bool {
	for _, l := range t.lines {
		if n, whole := l.Length(); !whole || l.At() < n {
			return false
		}
	}
	return len(t.lines) > 0
}

// there reports whether all lines are where the position says.
func (t *Transport) there() bool {
	for _, l := range t.lines {
		if l.At() != t.goal(l) {
			return false
		}
	}
	return true
}

// goal returns the step of a line at the position, or one close to it while a slider is
// dragged over known steps.
func (t *Transport) goal(l Line) int {
	step := t.exact(l)
	if c, ok := l.(Coarse); ok && t.state.Scrubbing {
		if n, _ := l.Length(); step <= n {
			return c.Nearby(step)
		}
	}
	return step
}

// exact returns the step of a line at the position. If the position is beyond the known steps,
// it is the next step, or the end where that is asked for.
func (t *Transport) exact(l Line) int {
	n, whole := l.Length()
	switch {
	case t.state.Clock == Steps && whole:
		return int(min(t.position, float64(n)))
	case t.state.Clock == Steps:
		return int(min(t.position, math.MaxInt32))
	case !whole && math.IsInf(t.position, 1):
		return math.MaxInt32
	case !whole && l.Reading(t.state.Clock, n) < t.position:
		return n + 1
	}
	return before(l, t.state.Clock, t.position)
}

// Advance advances time: playing lines move on. It works for about the budget, at least a
// little.
func (t *Transport) Advance(dt, budget time.Duration) error {
	defer t.look()
	until := time.Now().Add(budget)
	if there, err := t.catchUp(until); err != nil || !there {
		return err
	}
	if !t.state.Playing || len(t.lines) == 0 {
		return nil
	}
	if t.ended() {
		t.state.Playing = t.state.Loop
		if t.state.Loop {
			t.position = 0
		}
		return nil
	}
	t.position = min(t.position, t.reach()) + t.pace()*dt.Seconds()
	_, err := t.catchUp(until)
	// Steps that are late are not caught up: a slow device plays slower.
	t.position = min(t.position, t.reach()+max(1, t.pace()/10))
	if err == nil && t.ended() {
		t.state.Playing = t.state.Loop
	}
	return err
}

// reach is where the lines are on the clock.
func (t *Transport) reach() (at float64) {
	for _, l := range t.lines {
		n, whole := l.Length()
		if t.state.Clock == Steps && !(whole && l.At() == n) {
			return float64(l.At()) + t.position - math.Floor(t.position)
		}
	}
	return t.position
}

// pace is how much of the clock passes in a second.
func (t *Transport) pace() float64 {
	if length, whole := t.length(); t.state.Fit > 0 && whole {
		return length / t.state.Fit
	}
	if t.state.Speed >= MaxSpeed {
		return math.MaxInt32
	}
	return t.state.Speed
}

// Settle completes all remaining work, however long it takes.
func (t *Transport) Settle() error {
	defer t.look()
	for {
		there, err := t.catchUp(time.Now().Add(time.Hour))
		if err != nil || there {
			return err
		}
	}
}

// catchUp moves the lines to the position until a time. It reports whether they are
// there.
func (t *Transport) catchUp(until time.Time) (there bool, err error) {
	there = true
	for i, l := range t.lines {
		until := time.Now().Add(time.Until(until) / time.Duration(len(t.lines)-i)) // all get a part
		for {
			goal := t.goal(l)
			arrived, err := l.Seek(goal, until)
			if err != nil {
				return false, err
			}
			if arrived && t.goal(l) == l.At() {
				break
			}
			if n, whole := l.Length(); arrived && whole && l.At() == n && goal > n {
				break
			}
			if time.Now().After(until) {
				there = false
				break
			}
		}
	}
	if there && math.IsInf(t.position, 1) {
		t.position, _ = t.length()
	}
	return there, nil
}

// Waiting reports whether background work is in progress.
func (t *Transport) Waiting() bool {
	for _, l := range t.lines {
		if l.Busy() {
			return true
		}
	}
	return t.state.Playing || !t.there()
}
