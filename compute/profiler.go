package compute

import "time"

// Profiler is a backend that reports what it executed, dispatch by dispatch.
type Profiler interface {
	Backend
	// Profile calls note with each submission that begins from now on, once it has finished; nil
	// ends the profile. A recording made earlier is reported without its dispatches. Dispatches
	// are timed one by one: each begins after the previous one has ended.
	Profile(note func(Submission))
	// Tell calls note with what the dispatches since the submission before have moved, which moved counts; without
	// a profile it does nothing.
	Tell(moved func() map[string]int64)
}

// Submission is a recording, or encoded work, that was executed. Times are on the backend's
// clock, which begins with the first submission of a profile.
type Submission struct {
	Name       string
	Begin, End time.Duration
	Dispatches []Dispatched // in order
	// Moved has bytes by kernel, read and written by the dispatches of earlier submissions whose arguments do not tell
	// them. A submission that has it has nothing else.
	Moved map[string]int64
}

// Dispatched is a dispatch that was executed.
type Dispatched struct {
	Kernel     string
	Grid       Grid // empty if an earlier dispatch has left nothing to do
	Begin, End time.Duration
	Bytes      int64 // read and written, as declared by the kernel; zero if undeclared
}

// Moving returns the kernel with a function that counts the bytes that a dispatch reads and
// writes in memory, each once. Its arguments have numbers and constants only, no buffers.
func Moving[A any](k Kernel[A], bytes func(Grid, A) int) Kernel[A] {
	k.Program.Bytes = func(g Grid, c Call) int64 { return int64(bytes(g, argumentsOf[A](c, nil))) }
	return k
}

// Moved returns the bytes that a call over a grid moves, zero if undeclared.
func (c Call) Moved(g Grid) int64 {
	switch {
	case g.Invocations() == 0:
		return 0
	case c.Moves != nil:
		return int64(c.Moves())
	case c.Program.Bytes != nil:
		return c.Program.Bytes(g, c)
	}
	return 0
}
