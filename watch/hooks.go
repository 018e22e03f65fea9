package watch

import (
	"time"

	"kernelscope/compute"
	"kernelscope/internal/fault"
	"kernelscope/watch/timeline"
)

// Hooks are what a family adds to a session. Save and Prepare are required.
type Hooks[L Lane] struct {
	// Save returns a function that restores the present state of the family: see Saving.
	Save func() (restore func())
	// Prepare makes the subject of a lane, as chosen, at its start. Where it takes the place of one that
	// ran the same on a lost backend or with another profiler, that is before, whose measurements may be kept;
	// else before is zero.
	Prepare func(lane int, before L) (L, error)
	// Params returns the parameters in a lane, where the algorithm leaves them to the input; nil
	// means the algorithm's own.
	Params func(lane int) []compute.Param
	// Act executes an action of the family, or what it adds to a shared one. taken is false where
	// the session is to execute the action.
	Act func(Action) (taken bool, err error)
	// Clock refuses a clock that the lanes do not have. Nil refuses Work.
	Clock func(timeline.Clock) error
	// Changed follows an action that has given a lane another algorithm, values or backend, or has begun or
	// ended a comparison.
	Changed func(Action)
	// Ready works until a time on what must be known before the transport moves, and reports whether it
	// is; dt has passed.
	Ready func(dt time.Duration, until time.Time) (ready bool, err error)
	// Moved follows a move of the transport, which has failed with an error or not.
	Moved func(until time.Time, err error) error
	// Busy reports whether the family has background work.
	Busy func() bool
	// Kept lists what the family holds for its lanes, after it has dropped what the present state does not need.
	Kept func() []Resource
}

// Settles reports whether a hook that gets this time is called by Settle, and must complete all its work.
func Settles(until time.Time) bool { return time.Until(until) > forever/2 }

// Resource is memory on a backend.
type Resource interface {
	// Release releases the memory.
	Release()
}

// Saving returns a Save that copies a session's struct. What it points to must be replaced, not changed,
// by actions that can fail.
func Saving[S any](s *S) func() (restore func()) {
	return func() func() {
		before := *s
		return func() { *s = before }
	}
}

// checkClock refuses a clock that the lanes do not have.
func (s *Session[A, L]) checkClock(c timeline.Clock) error {
	switch {
	case s.hooks.Clock != nil:
		return s.hooks.Clock(c)
	case c == timeline.Work:
		return fault.Usage.Errorf("%s does not count its work, which the clock is to show", s.Chosen[0].Algorithm.Name())
	}
	return nil
}
