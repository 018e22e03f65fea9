package timeline

// Action is a request by a user, a key, a flag or a script: to a transport, a session, a view or
// the program. A type is a request if it has the method Action, which does nothing; one that
// nothing executes is an error.
type Action interface {
	// Action marks the type.
	Action()
}

// Control is an action of a transport.
type Control interface {
	Action
	transport()
}

type (
	// Play plays, from the start again if at the end.
	Play struct{}
	// Pause stops between two steps, also on the way to a later position.
	Pause struct{}
	// Step pauses and goes some steps on, or back if negative.
	Step struct{ Steps int }
	// Seek pauses and goes to the state after some steps of the first line.
	Seek struct{ Step int }
	// SeekClock pauses and goes to a position on the clock.
	SeekClock struct{ At float64 }
	// Scrub is SeekClock while a slider is held: the length of the timeline stays. Until the mouse
	// rests, lines may show a nearby state.
	Scrub struct {
		At    float64
		Rests bool
	}
	// Rewind goes to the start, and continues playing if it was.
	Rewind struct{}
	// End goes to the end as fast as lines can.
	End struct{}
	// SetSpeed sets how much of the clock passes in a second; MaxSpeed and more is as
	// fast as lines can.
	SetSpeed struct{ PerSecond float64 }
	// SetFit makes the whole line take some seconds, once its length is known; 0 restores the
	// speed.
	SetFit struct{ Seconds float64 }
	// SetLoop makes playing restart at the end.
	SetLoop struct{ On bool }
	// SetClock chooses the clock.
	SetClock struct{ Clock Clock }
)

func (Play) Action()      {}
func (Pause) Action()     {}
func (Step) Action()      {}
func (Seek) Action()      {}
func (SeekClock) Action() {}
func (Scrub) Action()     {}
func (Rewind) Action()    {}
func (End) Action()       {}
func (SetSpeed) Action()  {}
func (SetFit) Action()    {}
func (SetLoop) Action()   {}
func (SetClock) Action()  {}

func (Play) transport()      {}
func (Pause) transport()     {}
func (Step) transport()      {}
func (Seek) transport()      {}
func (SeekClock) transport() {}
func (Scrub) transport()     {}
func (Rewind) transport()    {}
func (End) transport()       {}
func (SetSpeed) transport()  {}
func (SetFit) transport()    {}
func (SetLoop) transport()   {}
func (SetClock) transport()  {}
