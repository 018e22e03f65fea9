package compute

import "time"

// Profiler is a backend that tells what it has executed, dispatch by dispatch.
type Profiler interface {
	Backend
	// Profile hands note each submission of recordings and of encoded work that begins from
	// now on, when it has finished; nil ends that. A recording that was made before is told
	// without its dispatches. Dispatches are timed one by one: none begins before the one
	// before it has ended.
	Profile(note func(Submission))
}

// Submission is a recording, or encoded work, that was executed. Times are those of the
// backend's clock, from the first submission of a profile on.
type Submission struct {
	Name       string
	Begin, End time.Duration
	Dispatches []Dispatched // in order
}

// Dispatched is a dispatch that was executed.
type Dispatched struct {
	Kernel     string
	Grid       Grid // of no workgroups where an earlier dispatch has left nothing to do
	Begin, End time.Duration
	Bytes      int64 // that it reads and writes, as its kernel declares; zero if that does not
}

// Moving returns the kernel with the number of bytes that a dispatch reads and writes in
// memory, each once. Arguments have numbers and constants only, no buffers.
func Moving[A any](k Kernel[A], bytes func(Grid, A) int) Kernel[A] {
	k.Program.Bytes = func(g Grid, c Call) int64 {
		if g.Invocations() == 0 {
			return 0
		}
		return int64(bytes(g, argumentsOf[A](c, nil)))
	}
	return k
}

// Moved returns the bytes that a call moves over a grid, zero if that is not declared.
func (c Call) Moved(g Grid) int64 {
	if c.Program.Bytes == nil {
		return 0
	}
	return c.Program.Bytes(g, c)
}
